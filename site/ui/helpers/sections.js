// The sections of a page, for its table of contents: none where the page is short.
const FEWEST = 4

module.exports = (contents) => {
  const found = [...String(contents).matchAll(/<h2 id="([^"]+)">(.*?)<\/h2>/gs)]
    .map(([, id, title]) => ({ id, title: title.replace(/<\/?a\b[^>]*>/g, '') }))
  return found.length < FEWEST ? [] : found
}
