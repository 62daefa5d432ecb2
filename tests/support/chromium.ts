import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { chromium } from 'playwright'

const names = ['google-chrome', 'google-chrome-stable', 'chromium', 'chromium-browser', 'chrome']
const places = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** The path of an installed Chrome, Chromium or Playwright build, in this order; `undefined` when there is none. */
export function findChromium(): string | undefined {
  const onPath = (process.env['PATH'] ?? '').split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)))
  return [...onPath, ...places].find(isExecutable) ?? (existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined)
}

/**
 * What no test needs of a browser. The lists of suggestions under the address are pages of the browser's own: each window loads them when it
 * opens, which costs the processor more than our app does. The others are those that Playwright turns off: of two such flags the last one holds.
 */
const turnedOff = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'TcpPortRandomizationWin',
  'ThirdPartyStoragePartitioning',
]

/** Flags under which a browser asks for nothing outside this machine, and does little beside the page. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${turnedOff.join(',')}`,
]

interface Launch {
  args: string[]
  executablePath?: string
  env?: NodeJS.ProcessEnv
}

/** How a browser is started by itself: Playwright attaches a debugger to its service workers. */
export function watchedLaunch(): Launch {
  const executablePath = findChromium()
  return executablePath === undefined ? { args: chromiumFlags } : { args: chromiumFlags, executablePath }
}

/**
 * How tests start a browser. Where scripts can be started as programs, it is one without a debugger at its service workers and shared workers: see
 * chromium-unwatched.ts.
 */
export function chromiumLaunch(): Launch {
  const { args, executablePath } = watchedLaunch()
  if (executablePath === undefined || process.platform === 'win32') return watchedLaunch()
  // The script is run by the Node that runs this, whichever the machine has besides.
  const PATH = [dirname(process.execPath), process.env['PATH']].join(delimiter)
  const unwatched = join(import.meta.dirname, 'chromium-unwatched.ts')
  return { args, executablePath: unwatched, env: { ...process.env, PATH, CHROMIUM_PATH: executablePath } }
}
