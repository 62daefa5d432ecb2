import { useEffect, useRef, useState } from 'react'
import { searchFaces } from '../search-faces.ts'
import type { FaceTrack } from './face-tracks.ts'

/** How far a search for faces is: `share` from 0 to 1, and how long it takes from here, once that can be told. */
type SearchState =
  | { kind: 'none' | 'done' | 'failed' }
  | { kind: 'searching'; share: number; leftMs: number | undefined }
  | { kind: 'stopped'; share: number }

/** Looks for faces in the pictures of a clip when somebody wants that; what is found stays when it is stopped. */
export function useFaceSearch(url: string) {
  const running = useRef<AbortController>(undefined)
  const [state, setState] = useState<SearchState>({ kind: 'none' })
  const [tracks, setTracks] = useState<readonly FaceTrack[]>([])
  useEffect(() => () => running.current?.abort(), [])
  return {
    state,
    tracks,
    stop: () => running.current?.abort(),
    async search() {
      if (state.kind === 'searching') return
      const stop = new AbortController()
      running.current = stop
      setState({ kind: 'searching', share: 0, leftMs: undefined })
      setTracks([])
      let reached = 0
      const startedMs = performance.now()
      try {
        await searchFaces(url, {
          signal: stop.signal,
          onLook: (found, share) => {
            reached = share
            setTracks(found)
            setState({ kind: 'searching', share, leftMs: ((performance.now() - startedMs) * (1 - share)) / share })
          },
        })
        setState({ kind: 'done' })
      } catch {
        // Whatever it was: the page goes on, and says that it was not looked at everywhere.
        setState(stop.signal.aborted ? { kind: 'stopped', share: reached } : { kind: 'failed' })
      }
    },
  }
}
