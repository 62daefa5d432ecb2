import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { checkFile, chunksOf, type ChangedBytes } from '#shared/proof/check-file.ts'
import { openChain, ProofFault, type Chain, type ProofTrouble, type PublicKey, type Signed } from '#shared/proof/statements.ts'
import { reachBy } from '../../lib/reach.ts'

/** A newer link that has not come by then is not waited for. */
const RENEWED_WITHIN_MS = 10_000

/** What has been found of a file. `unreachable`: it could not be loaded. */
export type Check =
  | { state: 'waiting' }
  | { state: 'checking'; percent: number }
  | { state: 'intact'; chain: Chain }
  | { state: 'changed'; chain: Chain; changed: ChangedBytes[] }
  | { state: 'doubted'; trouble: ProofTrouble }
  | { state: 'unreachable' }

interface CheckedFile {
  /** What is signed about it; undefined while that is on its way. */
  proof: { statements: Signed[]; keys: PublicKey[] } | undefined
  url: string | undefined
  /** Hears that the link is good no more: another one may come. */
  onRefused?: (() => void) | undefined
}

/**
 * Checks, in this browser, a file against what is signed about it, once `isWanted`. The file is read as it comes, and not held. By a newer link it is not
 * read once more, unless it could not be loaded by the one before; of a link that has run out the newer one is waited for, once.
 */
export function useCheck({ proof, url, onRefused }: CheckedFile, isWanted: boolean): Check {
  const [found, setFound] = useState<{ file: string | undefined; url: string; check: Check }>()
  const file = url?.split('?')[0]
  const isKnown = found?.file === file && (found?.check.state === 'intact' || found?.check.state === 'changed')
  /** The file that a newer link was asked for: one that is refused as well is no reason to ask again. */
  const asked = useRef<string>(undefined)
  const askForNewer = useEffectEvent(() => {
    if (onRefused === undefined || asked.current === file) return false
    asked.current = file
    onRefused()
    return true
  })
  useEffect(() => {
    if (!isWanted || proof === undefined || url === undefined || isKnown) return
    const stop = new AbortController()
    let patience: ReturnType<typeof setTimeout> | undefined
    const say = (check: Check) => {
      if (!stop.signal.aborted) setFound({ file, url, check })
    }
    const giveUp = () => say({ state: 'unreachable' })
    const take = (check: Check | 'refused') => {
      if (check !== 'refused') {
        asked.current = undefined
        return say(check)
      }
      if (stop.signal.aborted) return
      if (askForNewer()) patience = setTimeout(giveUp, RENEWED_WITHIN_MS)
      else giveUp()
    }
    checkAddress(url, proof, stop.signal, (percent) => say({ state: 'checking', percent })).then(take, giveUp)
    return () => {
      stop.abort()
      clearTimeout(patience)
    }
  }, [proof, url, file, isWanted, isKnown])
  if (found !== undefined && (isKnown || found.url === url)) return found.check
  return isWanted && proof !== undefined && url !== undefined ? { state: 'checking', percent: 0 } : { state: 'waiting' }
}

/** `refused`: the link is good no more. Rejects when the file cannot be loaded. */
async function checkAddress(
  url: string,
  { statements, keys }: { statements: Signed[]; keys: PublicKey[] },
  signal: AbortSignal,
  onPercent: (percent: number) => void,
): Promise<Check | 'refused'> {
  try {
    const chain = await openChain(statements, keys)
    const answer = await fetch(url, { signal })
    if (reachBy(answer) === 'refused') return 'refused'
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
