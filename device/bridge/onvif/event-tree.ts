import { word } from './answers.ts'

/** Elements as the library reads them: by names without prefix, the first letter small, attributes under `$`, text beside attributes under `_`. */
export type Tree = Readonly<Record<string, unknown>>

/** No message of ours lies deeper. */
const DEEPEST = 12

/** The first element of this name, wherever it is; undefined when there is none. */
export function findElement(tree: unknown, name: string, depth = 0): Tree | undefined {
  if (typeof tree !== 'object' || tree === null || depth > DEEPEST) return undefined
  if (Array.isArray(tree)) return tree.map((one) => findElement(one, name, depth + 1)).find((one) => one !== undefined)
  const here = (tree as Tree)[name]
  if (typeof here === 'object' && here !== null) return (Array.isArray(here) ? here[0] : here) as Tree
  return Object.values(tree)
    .map((one) => findElement(one, name, depth + 1))
    .find((one) => one !== undefined)
}

/** The text of an element right below this one, with or without attributes. */
export function textOf(tree: Tree, name: string): string | undefined {
  const element = Array.isArray(tree[name]) ? (tree[name] as unknown[])[0] : tree[name]
  const text = word.parse(typeof element === 'object' && element !== null ? (element as Tree)['_'] : element)
  return text === '' ? undefined : text
}
