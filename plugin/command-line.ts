import { join, posix, win32 } from 'node:path'
import { parseArgs } from 'node:util'

export const USAGE = `Usage: sightline-plugin [--origin https://video.example.org] [--port 31853] [--data FOLDER]
                        [--start-at-login | --no-start-at-login] [--version]

  --origin URL           A service that the plugin works for; may be given several times.
  --port NUMBER          Where it listens on this machine; 31853 unless given.
  --data FOLDER          Where it keeps pictures and downloads.
  --start-at-login       Start with these options whenever you sign in, and now.
  --no-start-at-login    Do so no longer, and end.
  --version              Say the version, and end.
`

export interface CommandLine {
  /** What the options set, as settings of the environment. */
  env: Record<string, string>
  /** The options that belong to every start. */
  kept: string[]
  startAtLogin: boolean | undefined
  isVersion: boolean
  isHelp: boolean
}

/** Reads the program's options. Throws with a sentence for whoever typed them. */
export function readCommandLine(args: readonly string[]): CommandLine {
  const { values } = parseArgs({
    args: [...args],
    allowNegative: true,
    options: {
      origin: { type: 'string', multiple: true },
      port: { type: 'string' },
      data: { type: 'string' },
      'start-at-login': { type: 'boolean' },
      version: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  })
  const { origin: origins = [], port, data } = values
  return {
    env: {
      ...(origins.length > 0 ? { SIGHTLINE_ORIGINS: origins.join(',') } : {}),
      ...(port === undefined ? {} : { SIGHTLINE_PLUGIN_PORT: port }),
      ...(data === undefined ? {} : { SIGHTLINE_DATA: data }),
    },
    kept: [
      ...origins.flatMap((origin) => ['--origin', origin]),
      ...(port === undefined ? [] : ['--port', port]),
      ...(data === undefined ? [] : ['--data', data]),
    ],
    startAtLogin: values['start-at-login'],
    isVersion: values.version === true,
    isHelp: values.help === true,
  }
}

/** Where an installed program keeps its data: it may be started from any folder. */
export function ownDataFolder(platform: NodeJS.Platform, home: string, env: Record<string, string | undefined>): string {
  if (platform === 'win32') return win32.join(env['LOCALAPPDATA'] ?? win32.join(home, 'AppData', 'Local'), 'Sightline')
  if (platform === 'darwin') return posix.join(home, 'Library', 'Application Support', 'Sightline')
  return join(env['XDG_DATA_HOME'] || join(home, '.local', 'share'), 'sightline')
}
