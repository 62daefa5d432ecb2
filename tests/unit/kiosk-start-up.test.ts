import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { describe, expect, onTestFinished, test } from 'vitest'
import { stationFlags, withFlags } from '#tests/support/station-flags.ts'

const folder = join(import.meta.dirname, '../../docs/kiosk')
const read = (name: string) => readFileSync(join(folder, name), 'utf8')
const script = read('station.sh')
const powerShell = read('station.ps1')
const plist = read('station.plist')
const unit = read('kiosk.service')
const policies = read('policies.json')
const guide = readFileSync(join(folder, '../kiosk.md'), 'utf8')

/** A screen that nobody sits at has nobody who presses something away, allows it, or types. */
const flags = [
  '--no-first-run',
  '--no-default-browser-check',
  '--noerrdialogs',
  '--disable-session-crashed-bubble',
  '--hide-crash-restore-bubble',
  '--disable-features=Translate,MemoryCacheStrongReference,OptimizationGuideModelExecution,SpareRendererForSitePerProcess',
  '--enable-features=DisableProcessReuse,LogOnDeviceMetricsOnStartup:on_device_startup_metric_delay/10000d',
  '--js-flags=--expose-gc',
  '--autoplay-policy=no-user-gesture-required',
  '--disable-popup-blocking',
]

/** A list of properties as what it means. */
function valueOf(element: Record<string, unknown>[]): unknown[] {
  return element
    .filter((one) => !('#comment' in one))
    .map((one) => {
      const [[name, inside] = ['', []]] = Object.entries(one) as [string, Record<string, unknown>[]][]
      if (name === 'true' || name === 'false') return name === 'true'
      if (name === 'array') return valueOf(inside)
      if (name !== 'dict') return inside[0]?.['#text']
      const parts = valueOf(inside)
      return Object.fromEntries(parts.flatMap((key, at) => (at % 2 === 0 ? [[key, parts[at + 1]]] : [])))
    })
}

/** What of PowerShell is open at the end of a script, outside of its texts and comments: nothing of one that is whole. */
function openAtEnd(text: string): string[] {
  const pairs: Record<string, string> = { ')': '(', ']': '[', '}': '{' }
  const open: string[] = []
  for (const [token] of text.matchAll(/#.*$|'[^']*'|"(?:`.|[^"`])*"|`.|[()[\]{}'"]/gm)) {
    if (token.length > 1 || token === '#') continue
    if (!(token in pairs)) open.push(token)
    else if (open.pop() !== pairs[token]) return [`${token} closes nothing`]
  }
  return open
}

describe('a start-up script', () => {
  test('is taken by its shell, and without an address says what is missing', () => {
    expect(spawnSync('sh', ['-n', join(folder, 'station.sh')]).status).toBe(0)
    const ran = spawnSync('sh', [join(folder, 'station.sh')], { env: { PATH: process.env['PATH'] }, encoding: 'utf8' })
    expect(ran.status).toBe(64)
    expect(ran.stderr).toContain('STATION_URL is missing')
  })

  test('for Windows is whole, and goes on for ever', () => {
    expect(openAtEnd(powerShell)).toEqual([])
    // An odd mark of a text, or a bracket that is not closed, is found.
    expect(openAtEnd(powerShell.replace("'There is", 'There is'))).not.toEqual([])
    expect(openAtEnd(powerShell.replace('while ($true) {', 'while ($true)'))).not.toEqual([])
    // A mark that joins lines joins nothing when a blank follows it.
    expect(powerShell).not.toMatch(/` +$/m)
    // Neither a start that fails ends it, nor what a browser leaves running when it ends.
    expect(powerShell).toMatch(
      /while \(\$true\) \{[^}]*try \{\s+\$process = Start-Process [^\n]+ -PassThru\n[^}]*\$process\.WaitForExit\(\)[^}]*\} catch \{[\s\S]*?\n {2}\}\n {2}Start-Sleep -Seconds \$PauseSeconds\n\}\s*$/,
    )
    expect(powerShell).not.toMatch(/^[^#]* -Wait\b/m)
  })

  test('for macOS is a list of properties, and is kept alive', () => {
    expect(XMLValidator.validate(plist)).toBe(true)
    const parser = new XMLParser({ preserveOrder: true, ignoreDeclaration: true, parseTagValue: false, commentPropName: '#comment' })
    const root = parser.parse(plist) as Record<string, Record<string, unknown>[]>[]
    const [job] = valueOf(root.find((one) => 'plist' in one)?.['plist'] ?? [])
    expect(job).toMatchObject({ Label: 'station', RunAtLoad: true, KeepAlive: true, ThrottleInterval: '2' })
    const { ProgramArguments: [shell, option, line = '', name, ...given] = [] } = job as { ProgramArguments?: string[] }
    expect([shell, option, name]).toEqual(['/bin/sh', '-c', 'station'])
    // The lock of a browser that was killed is gone when the next one is started, with all its flags.
    const data = mkdtempSync(join(tmpdir(), 'station-'))
    onTestFinished(() => rmSync(data, { recursive: true }))
    symlinkSync('nowhere-1', join(data, 'SingletonLock'))
    const browser = '"/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"'
    const here = line.replace('/Users/kiosk/station', data).replace(browser, "printf '%s\\n'")
    const ran = spawnSync('/bin/sh', ['-c', here, 'station', ...given], { encoding: 'utf8' })
    expect(ran.stdout.trimEnd().split('\n')).toEqual(given)
    expect(readdirSync(data)).toEqual([])
    expect(given).toEqual(expect.arrayContaining(['--kiosk', '--user-data-dir=/Users/kiosk/station', '--use-mock-keychain', ...flags]))
    expect(given.at(-1)).toBe('https://YOUR-SERVICE/user/kiosk')
  })

  test.each(flags)('has %s, on whichever system', (flag) => {
    for (const text of [script, powerShell, plist]) expect(text).toContain(flag)
  })
})

test('the bench of viewing stations gives its browser what the script for Linux does, and turns off what either does', () => {
  expect(stationFlags()).toEqual([...flags, '--password-store=basic'])
  const given = withFlags(
    ['--no-sandbox', '--enable-features=Four', '--disable-features=One,Two'],
    ['--disable-features=Three', '--enable-features=Five', '--noerrdialogs'],
  )
  expect(given).toEqual(['--no-sandbox', '--noerrdialogs', '--disable-features=One,Two,Three', '--enable-features=Four,Five'])
})

test('the service of systemd starts the script where the guide puts it, and again whenever it ends', () => {
  const settings = new Map(
    unit
      .split('\n')
      .filter((line) => /^[A-Z]\w+=/.test(line))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)] as const),
  )
  expect(unit.match(/^\[\w+\]$/gm)).toEqual(['[Unit]', '[Service]', '[Install]'])
  expect(settings.get('ExecStart')).toBe('/usr/bin/cage -- /usr/local/bin/station.sh')
  expect(settings.get('Restart')).toBe('always')
  expect(guide).toContain('install -m 755 station.sh /usr/local/bin/station.sh')
  expect(guide).toContain(`useradd --create-home ${settings.get('User')}`)
})

test('what the guide says of files is true of those that are there', () => {
  const named = [...guide.matchAll(/\]\((kiosk\/[\w.-]+)\)/g)].map(([, path = '']) => path.slice('kiosk/'.length))
  expect(new Set(named)).toEqual(new Set(['station.sh', 'kiosk.service', 'station.ps1', 'station.plist', 'policies.json']))
  const rules = JSON.parse(policies) as Record<string, string[]>
  expect(Object.keys(rules)).toEqual(['PopupsAllowedForUrls', 'WindowManagementAllowedForUrls', 'AutomaticFullscreenAllowedForUrls'])
  for (const addresses of Object.values(rules)) expect(addresses).toEqual(['https://YOUR-SERVICE'])
})
