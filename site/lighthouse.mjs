// Lighthouse over four pages of the built site, on a phone and on a desktop: node lighthouse.mjs.
// Run by hand after a change of the UI, with Chromium; npx fetches Lighthouse. Fails below 95.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { Worker, isMainThread } from 'node:worker_threads'

const LEAST = 95
const PORT = 8078
const PAGES = ['index.html', 'tutorials/two-windows.html', 'settings.html', 'decisions/redis.html']
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo']
const TYPES = { '.html': 'text/html; charset=utf-8', '.css': 'text/css', '.js': 'text/javascript', '.png': 'image/png' }

if (isMainThread) {
  const server = new Worker(new URL(import.meta.url))
  await new Promise((listening) => server.once('message', listening))
  console.log(['page', 'device', ...CATEGORIES].join(' | '))
  for (const page of PAGES) for (const device of ['mobile', 'desktop']) measure(page, device)
  await server.terminate()
} else {
  serve()
}

function measure (page, device) {
  const words = ['--yes', 'lighthouse@12.8.2', `http://127.0.0.1:${PORT}/${page}`, '--quiet', '--output=json',
    `--only-categories=${CATEGORIES}`, '--chrome-flags=--headless --no-sandbox']
  if (device === 'desktop') words.push('--preset=desktop')
  const report = JSON.parse(execFileSync('npx', words, { maxBuffer: 1 << 28 }))
  const scores = CATEGORIES.map((name) => Math.round(report.categories[name].score * 100))
  console.log([page, device, ...scores].join(' | '))
  if (scores.some((score) => score < LEAST)) {
    process.exitCode = 1
    const below = (name) => report.categories[name].auditRefs.map(({ id }) => report.audits[id])
      .filter(({ score }) => score !== null && score < 0.9).map(({ id, displayValue }) => `${id} ${displayValue ?? ''}`)
    CATEGORIES.forEach((name, i) => scores[i] < LEAST && console.log(`  ${name}: ${below(name).join(', ')}`))
  }
}

// In a thread of its own, since the measuring waits for another process.
async function serve () {
  const { parentPort } = await import('node:worker_threads')
  const root = resolve(import.meta.dirname ?? new URL('.', import.meta.url).pathname, 'target/site')
  createServer(({ url }, answer) => {
    try {
      const path = new URL(url, 'http://localhost').pathname
      const body = gzipSync(readFileSync(join(root, path)))
      answer.writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'text/plain', 'content-encoding': 'gzip' })
      answer.end(body)
    } catch {
      answer.writeHead(404).end()
    }
  }).listen(PORT, '127.0.0.1', () => parentPort.postMessage('listening'))
}
