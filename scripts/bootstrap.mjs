// Runs a TypeScript entry of ours with the Node that the lock file names, after installing what is missing.
// Plain JavaScript that Node 20 understands, since on a fresh clone nothing else is there yet.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { whenNpmIsGone } from './parent-life.mjs'

const startedMs = Date.now()
const root = dirname(dirname(fileURLToPath(import.meta.url)))
const isWindows = process.platform === 'win32'
/** The Node that the lock file names; on a platform for which it names none, the one that runs this, when it is new enough. */
const lockedNode = join(root, 'node_modules', '.bin', isWindows ? 'node.cmd' : 'node')

const majorVersion = Number(process.versions.node.split('.')[0])

function fail(sentence) {
  console.error(sentence)
  process.exit(2)
}

/** npm writes what it installed into a lock file of its own: what ours names must be there in the same version. */
function isInstalled() {
  const installed = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(installed)) return false
  const there = JSON.parse(readFileSync(installed, 'utf8')).packages
  const wanted = Object.entries(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages)
  return wanted.every(
    ([path, { version, optional }]) => path === '' || there[path]?.version === version || (optional === true && !(path in there)),
  )
}

function installDependencies() {
  if (isInstalled()) return
  console.error('Installing what this version needs (half a minute) …')
  const npm = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    // Its libraries come by npm; the program of that name, which its script would fetch from elsewhere, is used by nobody.
    env: { ...process.env, SKIP_FFMPEG: 'true' },
    stdio: ['ignore', 2, 'inherit'],
    shell: isWindows,
  })
  if (npm.status !== 0) fail('The dependencies could not be installed; what npm said stands above.')
}

if (majorVersion < 20) fail(`Sightline needs Node 20 or newer; this is ${process.version}.`)
const [entry, ...args] = process.argv.slice(2)
if (entry === undefined) fail('Usage: node scripts/bootstrap.mjs ENTRY [ARGUMENTS]')
installDependencies()
const node = existsSync(lockedNode) ? lockedNode : process.execPath
if (node === process.execPath && majorVersion < 24) {
  fail(
    `There is no Node 24 to install for ${process.platform} on ${process.arch}; this is ${process.version}. Install Node 24 or newer and try again.`,
  )
}

// What runs may want to tell how long all of it took, the installation included.
const env = { ...process.env, BOOTSTRAP_STARTED_MS: String(startedMs) }
const child = spawn(node, [join(root, entry), ...args], { cwd: root, env, stdio: 'inherit', shell: isWindows })
// A terminal's Ctrl-C reaches the child by itself; a signal to this process alone must be handed on.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.stdin.isTTY || child.kill(signal))
// npm that is ended by a signal hands it on to nobody.
if (process.env['npm_lifecycle_event'] !== undefined) whenNpmIsGone(() => child.kill('SIGHUP'))
child.on('error', (error) => fail(`Node could not be started: ${error.message}`))
child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 143)))
