import { createHash } from 'node:crypto'

/** A number from 0 to `below` that belongs to this device and this matter, the same each time. */
export function drawn(sn: string, matter: string, below: number): number {
  return createHash('sha256').update(`${sn} ${matter}`).digest().readUInt32BE(0) % below
}
