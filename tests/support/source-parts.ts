import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAst } from 'rolldown/parseAst'

const root = join(import.meta.dirname, '../..')

/** What a source file is made of, as far as rules are concerned. Numbers are folded: `2 * 1024` is 2048. */
export interface SourceParts {
  file: string
  patterns: RegExp[]
  texts: string[]
  numbers: number[]
  /** Numbers written as the `maxLength` of a field. */
  fieldLengths: number[]
}

interface Node {
  type?: string
  name?: { name?: unknown }
  key?: { name?: unknown }
  value?: unknown
  regex?: { pattern: string; flags: string }
  operator?: string
  left?: Node
  right?: Node
}

/** The parts of all source files below these folders. */
export function readSources(...folders: string[]): SourceParts[] {
  const files = folders.flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root }))
  return files.map((file) => partsOf(file.replaceAll('\\', '/'), readFileSync(join(root, file), 'utf8')))
}

export function partsOf(file: string, source: string): SourceParts {
  const parts = noParts(file)
  collect(parseAst(source, { lang: file.endsWith('x') ? 'tsx' : 'ts' }), parts)
  return parts
}

function noParts(file: string): SourceParts {
  return { file, patterns: [], texts: [], numbers: [], fieldLengths: [] }
}

function collect(node: unknown, parts: SourceParts): void {
  if (typeof node !== 'object' || node === null) return
  const { type, value, regex } = node as Node
  if (isMaxLength(node)) {
    const written = noParts(parts.file)
    collect(value, written)
    parts.fieldLengths.push(...written.numbers, ...written.texts.map(Number))
  }
  const number = fold(node)
  if (number !== undefined) parts.numbers.push(number)
  // Without "global" and "sticky": those remember where they were.
  else if (regex !== undefined) parts.patterns.push(new RegExp(regex.pattern, regex.flags.replaceAll(/[gy]/g, '')))
  else if (type === 'Literal' && typeof value === 'string') parts.texts.push(value)
  else if (type === 'TemplateElement') parts.texts.push((value as { cooked: string }).cooked)
  else for (const child of Object.values(node)) collect(child, parts)
}

/** Whether this is the property of a field that says how many characters it takes, in JSX or in an object. */
function isMaxLength({ type, name, key }: Node): boolean {
  return (type === 'JSXAttribute' && name?.name === 'maxLength') || (type === 'Property' && key?.name === 'maxLength')
}

function fold(node: Node | undefined): number | undefined {
  if (node?.type === 'Literal') return typeof node.value === 'number' ? node.value : undefined
  if (node?.type !== 'BinaryExpression') return undefined
  const [left, right] = [fold(node.left), fold(node.right)]
  if (left === undefined || right === undefined) return undefined
  return node.operator === '*' ? left * right : node.operator === '+' ? left + right : undefined
}
