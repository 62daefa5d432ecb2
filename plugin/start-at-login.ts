import { execFile } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, posix } from 'node:path'
import { promisify } from 'node:util'

const NAME = 'sightline-plugin'
const LABEL = 'example.sightline.plugin'
const RUN_KEY = String.raw`HKCU\Software\Microsoft\Windows\CurrentVersion\Run`
const RUN_VALUE = 'SightlinePlugin'

/** The machine on which the plugin is to start when its person signs in. */
export interface LoginMachine {
  platform: NodeJS.Platform
  /** The person's home folder. */
  home: string
  env: Record<string, string | undefined>
}

/**
 * Lets a program start whenever the person signs in: `command` is its path and its arguments. Answers with where that is written. Throws when it
 * cannot be written, or the platform has no place for it.
 */
export async function startAtLogin(machine: LoginMachine, command: readonly string[]): Promise<string> {
  if (machine.platform === 'win32') {
    await reg(machine, ['add', RUN_KEY, '/v', RUN_VALUE, '/t', 'REG_SZ', '/d', command.map(windowsWord).join(' '), '/f'])
    return `${RUN_KEY}\\${RUN_VALUE}`
  }
  const file = fileOn(machine)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, machine.platform === 'darwin' ? launchAgent(command) : desktopEntry(command))
  return file
}

/** Takes it back; where nothing is written there is nothing to take back. */
export async function noStartAtLogin(machine: LoginMachine): Promise<void> {
  if (machine.platform !== 'win32') return rm(fileOn(machine), { force: true })
  const isThere = await reg(machine, ['query', RUN_KEY, '/v', RUN_VALUE]).then(
    () => true,
    () => false,
  )
  if (isThere) await reg(machine, ['delete', RUN_KEY, '/v', RUN_VALUE, '/f'])
}

function fileOn({ platform, home, env }: LoginMachine): string {
  if (platform === 'darwin') return posix.join(home, 'Library', 'LaunchAgents', `${LABEL}.plist`)
  if (platform === 'linux') return posix.join(env['XDG_CONFIG_HOME'] || posix.join(home, '.config'), 'autostart', `${NAME}.desktop`)
  throw new Error(`There is no way to start at login on ${platform}.`)
}

async function reg({ env }: LoginMachine, args: string[]): Promise<void> {
  await promisify(execFile)('reg', args, { env, windowsHide: true })
}

/** XDG autostart. Words stand in quotes, in which four characters are escaped, once for the quotes and once for the file; `%` stands for a field. */
function desktopEntry(command: readonly string[]): string {
  const word = (text: string) => `"${text.replaceAll(/["`$\\]/g, String.raw`\$&`)}"`.replaceAll('\\', '\\\\').replaceAll('%', '%%')
  return [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Sightline video plugin',
    'Name[zh_CN]=Sightline 视频插件',
    `Exec=${command.map(word).join(' ')}`,
    'Terminal=false',
    'NoDisplay=true',
    'X-GNOME-Autostart-enabled=true',
    '',
  ].join('\n')
}

function launchAgent(command: readonly string[]): string {
  const text = (plain: string) => plain.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">',
    '<plist version="1.0">',
    '<dict>',
    `  <key>Label</key><string>${LABEL}</string>`,
    '  <key>ProgramArguments</key>',
    '  <array>',
    ...command.map((word) => `    <string>${text(word)}</string>`),
    '  </array>',
    '  <key>RunAtLoad</key><true/>',
    '  <key>ProcessType</key><string>Interactive</string>',
    '</dict>',
    '</plist>',
    '',
  ].join('\n')
}

/** A word as Windows programs read it back: backslashes count only in front of a quote. */
function windowsWord(text: string): string {
  return `"${text.replaceAll(/(\\*)"/g, String.raw`$1$1\"`).replaceAll(/(\\+)$/g, '$1$1')}"`
}
