// Builds the site of a clone whose last commit is also a release. Fails where a page does not lead to
// the same page of the other version, or the search finds a page twice. Sees what is committed.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const RELEASE = '99.1.0'
const PAGE = 'tutorials/team.html'

const here = process.cwd()
const work = mkdtempSync(join(tmpdir(), 'parley-site-'))
try {
  const clone = join(work, 'clone')
  run(work, 'git', 'clone', '--quiet', '--no-tags', resolve(here, '..'), clone)
  run(clone, 'git', 'tag', `v${RELEASE}`)
  const site = join(clone, 'site')
  symlinkSync(join(here, 'node_modules'), join(site, 'node_modules'))
  run(site, 'npm', 'run', '--silent', 'build')

  const read = (name) => readFileSync(join(site, 'target/site', name), 'utf8')
  const missing = [
    [PAGE, `<a href="../${RELEASE}/${PAGE}">${RELEASE}</a>`],
    [PAGE, `<a href="../${PAGE}" aria-current="true">development</a>`],
    [`${RELEASE}/${PAGE}`, `<a href="../../${RELEASE}/${PAGE}" aria-current="true">${RELEASE}</a>`],
    [`${RELEASE}/${PAGE}`, `<a href="../../${PAGE}">development</a>`]
  ].filter(([name, link]) => !read(name).includes(link))
  const indexed = read('search-index.js').includes(`"component":"ROOT","version":"${RELEASE}"`)
  if (indexed) missing.push(['search-index.js', 'one version alone'])
  missing.forEach(([name, link]) => console.error(`${name} lacks ${link}`))
  console.log(missing.length ? 'versions: failed' : 'versions: each page leads to the other version')
  process.exitCode = missing.length ? 1 : 0
} finally {
  rmSync(work, { recursive: true, force: true })
}

function run (folder, ...[command, ...words]) {
  execFileSync(command, words, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
}
