import { spawnSync } from 'node:child_process'
import { findChromium } from '#tests/support/chromium.ts'
import { root } from './root.ts'

function tryTo(command: string, args: string[]): boolean {
  return spawnSync(command, args, { cwd: root, stdio: ['ignore', 2, 'inherit'] }).status === 0
}

/**
 * Makes sure that there is a Chromium for the tests: one that is installed, else Playwright's own, else Debian's package when
 * this is root. Throws, with what to do, when none can be had.
 */
export function ensureChromium(): string {
  const found = findChromium()
  if (found !== undefined) return found
  console.error('No Chrome or Chromium is installed; trying Playwright’s own …')
  tryTo(process.execPath, ['node_modules/playwright/cli.js', 'install', 'chromium'])
  const downloaded = findChromium()
  if (downloaded !== undefined) return downloaded
  if (process.platform === 'linux' && process.getuid?.() === 0) {
    console.error('Installing Debian’s chromium …')
    tryTo('apt-get', ['update'])
    tryTo('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'])
  }
  const installed = findChromium()
  if (installed !== undefined) return installed
  throw new Error('The browser tests need Chrome or Chromium. Install one, or run "npx playwright install chromium".')
}
