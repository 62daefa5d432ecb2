import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

/**
 * Which imports the design allows between folders, tried on the linter itself in a tree with the project's folder names. A rule
 * whose pattern the linter cannot read matches nothing and says nothing: its regular expressions know no look-ahead.
 */
const root = dirname(dirname(import.meta.dirname))
const config = '.oxlintrc.json'
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sightline-arrows-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

interface Arrows {
  /** A file of the folder that imports. */
  from: string
  may: string[]
  mayNot: string[]
}

const runtimes = ['#src/lib/a.ts', '#server/a.ts', '#device/a.ts', '#plugin/a.ts', '#tests/a.ts']
function runtimesBut(own: string): string[] {
  return runtimes.filter((path) => !path.startsWith(`#${own}/`))
}
const parts = ['#server/a.ts', '#device/a.ts', '#plugin/a.ts', '#tests/a.ts', '../../../server/a.ts']

/** The kit, and its styles. */
const kit = ['@mantine/core', '@mantine/core/styles/Button.layer.css']

const arrows: Arrows[] = [
  {
    from: 'shared/media/x.ts',
    may: ['./a.ts', '../a.ts', '#shared/a.ts'],
    mayNot: [...runtimes, '#contract/a.ts', '#workers/core/a.ts', '../../contract/a.ts'],
  },
  {
    from: 'contract/calls/user/x.ts',
    may: ['./a.ts', '../../a.ts', '#contract/a.ts'],
    mayNot: [...runtimes, '#shared/a.ts', '../../../shared/a.ts', '#workers/core/a.ts', '../../../server/a.ts'],
  },
  {
    from: 'server/calls/user/x.ts',
    may: ['#contract/a.ts', '#server/a.ts', '../../a.ts'],
    mayNot: [...runtimesBut('server'), '#workers/store/a.ts', '../../../plugin/a.ts'],
  },
  {
    from: 'device/bridge/x.ts',
    may: ['#contract/a.ts', '#device/agent/a.ts', '../agent/a.ts'],
    mayNot: [...runtimesBut('device'), '#workers/core/a.ts', '../../server/a.ts'],
  },
  {
    from: 'plugin/commands/x.ts',
    may: ['#contract/a.ts', '#shared/a.ts', '../a.ts'],
    mayNot: [...runtimesBut('plugin'), '#workers/media/a.ts', '../../device/a.ts'],
  },
  { from: 'sw/x.ts', may: ['#contract/a.ts', './a.ts'], mayNot: [...runtimes, '#workers/core/a.ts', '../src/lib/a.ts'] },
  {
    from: 'workers/core/x.ts',
    may: ['#contract/a.ts', '#workers/store/a.ts', '../store/a.ts'],
    mayNot: [...runtimes, '#workers/media/a.ts', '../media/a.ts', '../sheet/a.ts'],
  },
  {
    from: 'workers/media/x.ts',
    may: ['#contract/a.ts', './a.ts'],
    mayNot: [...runtimes, '#workers/core/a.ts', '../core/a.ts', '../store/a.ts'],
  },
  { from: 'workers/store/x.ts', may: ['#contract/a.ts', './a.ts'], mayNot: [...runtimes, '#workers/core/a.ts', '../core/a.ts'] },
  { from: 'workers/sheet/x.ts', may: ['#contract/a.ts', './a.ts'], mayNot: [...runtimes, '#workers/core/a.ts', '../store/a.ts'] },
  {
    from: 'src/lib/x.ts',
    may: ['#contract/a.ts', './a.ts'],
    mayNot: [...parts, ...kit, '../data/a.ts', '../ui/a.ts', '../features/live/a.ts', '#src/data/a.ts', '#workers/core/a.ts'],
  },
  {
    from: 'src/data/x.ts',
    may: ['#contract/a.ts', '../lib/a.ts', '#workers/core/a.ts?sharedworker&url', '#workers/media/a.ts?worker&url'],
    mayNot: [
      ...parts,
      ...kit,
      '../ui/a.ts',
      '../features/live/a.ts',
      '#src/ui/a.ts',
      '#workers/core/a.ts',
      '#workers/core/a.ts?worker',
      '../../workers/core/a.ts',
    ],
  },
  {
    from: 'src/ui/x.tsx',
    may: ['#contract/a.ts', '../lib/a.ts', './a.ts', ...kit],
    mayNot: [...parts, '../data/a.ts', '../features/live/a.ts', '#src/data/a.ts', '#src/routes/a.ts', '#workers/core/a.ts?worker&url'],
  },
  {
    from: 'src/features/live/x.tsx',
    may: ['#contract/a.ts', './a.ts', './panel/a.ts', '../../data/a.ts', '../../ui/a.ts', '../../lib/a.ts', '#src/data/a.ts'],
    mayNot: [...parts, ...kit, '../alarms/a.ts', '../../routes/a.tsx', '#src/features/alarms/a.ts', '#workers/core/a.ts?worker&url'],
  },
  {
    from: 'src/features/live/panel/x.tsx',
    may: ['../a.ts', './a.ts', '../../../data/a.ts', '../../../ui/a.ts'],
    mayNot: [...parts, ...kit, '../../alarms/a.ts', '../../../routes/a.tsx', '#src/features/alarms/a.ts'],
  },
  {
    from: 'src/routes/_home/x.tsx',
    may: ['#contract/a.ts', '../../features/live/a.tsx', '../../data/a.ts', '../../ui/a.ts'],
    mayNot: [...parts, ...kit, '#workers/core/a.ts?worker&url'],
  },
  {
    from: 'scripts/x.ts',
    may: ['#contract/a.ts', '#tests/support/a.ts', './a.ts'],
    mayNot: ['#server/a.ts', '#src/lib/a.ts', '#plugin/a.ts', '#device/a.ts', '../server/a.ts'],
  },
]

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

/** The files of the tree whose import the linter refuses. */
function refused(): string[] {
  const done = spawnSync(join(root, 'node_modules', '.bin', 'oxlint'), ['--format=json'], { cwd: folder, encoding: 'utf8' })
  const { diagnostics } = JSON.parse(done.stdout) as { diagnostics: { code: string; filename: string }[] }
  // Two patterns may refuse one import.
  return [...new Set(diagnostics.filter(({ code }) => code.includes('no-restricted-imports')).map(({ filename }) => filename))]
}

test('every import against the arrows is refused, and none along them', () => {
  cpSync(join(root, config), join(folder, config))
  const wanted: string[] = []
  const told = new Map<string, string>()
  for (const { from, may, mayNot } of arrows) {
    for (const [index, path] of [...may, ...mayNot].entries()) {
      const file = from.replace(/x(\.tsx?)$/, `x${index}$1`)
      told.set(file, `${from} → ${path}`)
      write(file, `import { a } from '${path}'\nexport const b = a\n`)
      if (mayNot.includes(path)) wanted.push(file)
    }
  }
  const name = (file: string) => told.get(file) ?? file
  expect(refused().map(name).toSorted()).toEqual(wanted.map(name).toSorted())
})

test('a lint run that looks at no file fails @deep', () => {
  const { ignorePatterns: _, ...rules } = JSON.parse(readFileSync(join(root, config), 'utf8')) as { ignorePatterns: string[] }
  write(config, JSON.stringify({ ...rules, ignorePatterns: ['**'] }))
  write('package.json', '{ "name": "tree", "type": "module" }')
  for (const path of ['scripts', 'biome.json']) cpSync(join(root, path), join(folder, path), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const done = spawnSync(process.execPath, [join(folder, 'scripts', 'lint.ts')], { encoding: 'utf8' })
  expect(done.stderr).toContain('The linter looked at 0 files')
  expect(done.status).toBe(1)
})
