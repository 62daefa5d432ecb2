import { useEffect, useState } from 'react'
import { checkFile, chunksOf, type ChangedBytes } from '#shared/proof/check-file.ts'
import { openChain, ProofFault, type Chain, type ProofTrouble, type PublicKey, type Signed } from '#shared/proof/statements.ts'

/** What has been found of a file. `unreachable`: it could not be loaded. */
export type Check =
  | { state: 'waiting' }
  | { state: 'checking'; percent: number }
  | { state: 'intact'; chain: Chain }
  | { state: 'changed'; chain: Chain; changed: ChangedBytes[] }
  | { state: 'doubted'; trouble: ProofTrouble }
  | { state: 'unreachable' }

/**
 * Checks, in this browser, a file against what is signed about it, once `isWanted`. The file is read as it comes, and not held. By a newer link it is not
 * read once more, unless it could not be loaded by the one before.
 */
export function useCheck(
  proof: { statements: Signed[]; keys: PublicKey[] } | undefined,
  url: string | undefined,
  isWanted: boolean,
): Check {
  const [check, setCheck] = useState<{ of: string | undefined; check: Check }>()
  const file = url?.split('?')[0]
  const isFound = check?.of === file && (check?.check.state === 'intact' || check?.check.state === 'changed')
  useEffect(() => {
    if (!isWanted || proof === undefined || url === undefined || isFound) return
    const stop = new AbortController()
    const say = (next: Check) => {
      if (!stop.signal.aborted) setCheck({ of: file, check: next })
    }
    checkAddress(url, proof, stop.signal, (percent) => say({ state: 'checking', percent })).then(say, () => say({ state: 'unreachable' }))
    return () => stop.abort()
  }, [proof, url, file, isWanted, isFound])
  if (check !== undefined && check.of === file) return check.check
  return isWanted && proof !== undefined && url !== undefined ? { state: 'checking', percent: 0 } : { state: 'waiting' }
}

/** Rejects when the file cannot be loaded. */
async function checkAddress(
  url: string,
  { statements, keys }: { statements: Signed[]; keys: PublicKey[] },
  signal: AbortSignal,
  onPercent: (percent: number) => void,
): Promise<Check> {
  try {
    const chain = await openChain(statements, keys)
    const answer = await fetch(url, { signal })
    if (!answer.ok || answer.body === null) return { state: 'unreachable' }
    let [read, told] = [0, 0]
    const changed = await checkFile(chunksOf(answer.body), chain.segments, (bytes) => {
      read += bytes
      const percent = Math.floor((100 * read) / Math.max(chain.newest.file.sizeBytes, 1))
      if (percent > told) onPercent((told = percent))
    })
    return changed.length === 0 ? { state: 'intact', chain } : { state: 'changed', chain, changed }
  } catch (fault) {
    if (fault instanceof ProofFault) return { state: 'doubted', trouble: fault.trouble }
    throw fault
  }
}
