import type { Point } from './mercator.ts'

export interface Cluster<T> extends Point {
  items: T[]
}

/**
 * Gathers what would lie on each other: each thing, in the given order, goes to the first cluster whose first thing is nearer than `radiusPx`, or begins one.
 * A cluster stands in the middle of its things.
 */
export function clustersOf<T extends Point>(things: readonly T[], radiusPx: number): Cluster<T>[] {
  const groups: T[][] = []
  for (const thing of things) {
    const near = groups.find(([first]) => first !== undefined && Math.hypot(first.x - thing.x, first.y - thing.y) < radiusPx)
    if (near) near.push(thing)
    else groups.push([thing])
  }
  return groups.map((items) => ({ x: mean(items.map(({ x }) => x)), y: mean(items.map(({ y }) => y)), items }))
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
