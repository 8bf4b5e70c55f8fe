// Fails when a built page points at a file or an anchor that does not exist, or has code that AsciiDoc
// took for its own marks. Antora reports a missing page itself; it says nothing about an anchor inside
// a page, a style sheet or an image.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

const root = resolve(process.argv[2])
const pages = readdirSync(root, { recursive: true })
  .filter((name) => name.endsWith('.html'))
  .map((name) => join(root, name))
const html = new Map(pages.map((page) => [page, readFileSync(page, 'utf8')]))
const anchors = new Map(pages.map((page) => [page, valuesOf(html.get(page), 'id')]))

const broken = []
let links = 0
for (const page of pages) {
  for (const [code] of html.get(page).matchAll(/<code>[^<]*<(strong|em)>/g)) {
    broken.push(`${relative(root, page)}: ${code} (marks of AsciiDoc inside of code; write it as \`+…+\`)`)
  }
  for (const link of [...valuesOf(html.get(page), 'href'), ...valuesOf(html.get(page), 'src')]) {
    if (/^[a-z][a-z0-9+.-]*:/i.test(link)) continue
    links++
    const [path, anchor] = link.split('#')
    const target = path ? resolve(dirname(page), decodeURIComponent(path)) : page
    const missing = !isFile(target) || (anchor && !anchors.get(target)?.has(decodeURIComponent(anchor)))
    if (missing) broken.push(`${relative(root, page)}: ${link}`)
  }
}

if (pages.length === 0) broken.push(`no pages in ${process.argv[2]}`)
broken.forEach((line) => console.error(`broken link in ${line}`))
console.log(`${pages.length} pages, ${links} links, ${broken.length} broken`)
process.exitCode = broken.length ? 1 : 0

function valuesOf (text, attribute) {
  const found = text.matchAll(new RegExp(`\\s${attribute}="([^"]*)"`, 'g'))
  return new Set([...found].map((match) => match[1].replaceAll('&amp;', '&')))
}

function isFile (path) {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false
}
