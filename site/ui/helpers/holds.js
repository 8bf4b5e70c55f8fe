// Whether one of these items, or an item below them, is the page.
module.exports = function holds (items, url) {
  return (items || []).some((item) => item.url === url || holds(item.items, url))
}
