// The search field, in place of the one that @antora/lunr-extension brings: it loads the index when
// the field gets the focus and not with every page, and the arrow keys reach each result.
const { root, lunr: lunrPath } = document.currentScript.dataset

const antoraSearch = (() => {
  const MOST = 12
  const SNIPPET = 140
  const field = document.getElementById('search-input')
  const results = document.getElementById('search-results')
  const state = document.getElementById('search-state')
  let index
  let documents
  let loading = false

  const load = () => {
    if (loading) return
    loading = true
    for (const src of [lunrPath, `${root}/search-index.js`]) {
      const script = document.createElement('script')
      script.src = src
      script.async = false
      script.onerror = () => {
        loading = false
        say('The index of the search was not loaded.')
      }
      document.head.append(script)
    }
  }

  // Called by search-index.js.
  const initSearch = (lunr, data) => {
    index = lunr.Index.load(data.index)
    documents = data.store.documents
    search()
  }

  const say = (text) => { state.textContent = text }

  const found = (words) => index.query((query) => {
    for (const word of words) {
      query.term(word, { boost: 10, usePipeline: true })
      query.term(word, { wildcard: lunr.Query.wildcard.TRAILING, usePipeline: false })
    }
  })

  // The index has the text of a section beside its title, and that of a page with the page.
  const parts = (title, doc) => title?.title
    ? { section: title.title, text: title.text }
    : { section: title?.text, text: doc.text }

  // A result for a section is named with the page; a page that is found by itself is one result.
  const hits = (words) => {
    const seen = new Set()
    return found(words).map(({ ref }) => {
      const [page, section] = ref.split('-')
      const doc = documents[page]
      const title = doc.titles.find(({ id }) => String(id) === section)
      const anchor = title?.hash ? `#${title.hash}` : ''
      return { href: root + doc.url + anchor, title: doc.title, ...parts(title, doc) }
    }).filter(({ href }) => !seen.has(href) && seen.add(href)).slice(0, MOST)
  }

  const snippet = (text, words) => {
    const lower = text.toLowerCase()
    const at = Math.max(0, Math.min(...words.map((word) => lower.indexOf(word)).filter((n) => n >= 0)))
    const from = Number.isFinite(at) ? Math.max(0, at - SNIPPET / 3) : 0
    const cut = text.slice(from, from + SNIPPET)
    return (from > 0 ? '…' : '') + cut.replace(from > 0 ? /^\S*\s/ : /^/, '').replace(/\s\S*$/, ' …')
  }

  const entry = ({ href, title, section, text }, words) => {
    const link = document.createElement('a')
    link.href = href
    const name = document.createElement('strong')
    name.textContent = section ? `${title}: ${section}` : title
    const part = document.createElement('span')
    part.textContent = snippet(text, words)
    link.append(name, part)
    return link
  }

  const search = () => {
    const words = field.value.toLowerCase().split(/[^\p{L}\p{N}_]+/u).filter(Boolean)
    results.replaceChildren()
    results.hidden = words.length === 0
    say('')
    if (words.length === 0) return
    if (!index) {
      load()
      return
    }
    const list = hits(words)
    results.append(...list.map((hit) => entry(hit, words)))
    if (list.length === 0) results.textContent = 'Nothing found.'
    say(list.length === 0 ? 'Nothing found' : `${list.length} results; the arrow keys reach them`)
  }

  const close = () => {
    results.hidden = true
    say('')
  }

  const move = (event) => {
    const links = [...results.querySelectorAll('a')]
    const at = links.indexOf(document.activeElement)
    if (event.key === 'Escape') {
      close()
      field.focus()
    } else if (event.key === 'ArrowDown' && links.length > 0) {
      links[Math.min(at + 1, links.length - 1)].focus()
    } else if (event.key === 'ArrowUp' && at >= 0) {
      if (at === 0) field.focus()
      else links[at - 1].focus()
    } else if (event.key === 'Enter' && event.target === field && links.length > 0) {
      links[0].click()
    } else {
      return
    }
    event.preventDefault()
  }

  field.addEventListener('focus', load)
  field.addEventListener('input', search)
  field.parentElement.addEventListener('keydown', move)
  field.parentElement.addEventListener('focusout', (event) => {
    if (!field.parentElement.contains(event.relatedTarget)) close()
  })
  field.addEventListener('focus', () => { if (field.value) results.hidden = false })
  // A press on a result keeps the focus in the field, so that the list is there for the click.
  results.addEventListener('mousedown', (event) => event.preventDefault())
  document.addEventListener('keydown', (event) => {
    const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement?.tagName)
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || typing) return
    event.preventDefault()
    field.focus()
  })
  field.parentElement.hidden = false
  return { initSearch }
})()
