import { useEffect, useMemo, useRef, useSyncExternalStore, type ReactNode } from 'react'
import type { PlayedSpan } from '../../lib/player-deck.ts'
import { ClipDeck } from './clip-deck.ts'
import type { Chapter } from './moments.ts'
import { Player } from './player.tsx'
import classes from './player.module.css'

/** A file of the player, and whose it is. */
export interface Clip extends PlayedSpan {
  id: string
  name: string
  url: string
}

interface ClipPlayerProps {
  /** Side by side, by one clock. Those of the same identifiers go on by a newer link. */
  clips: readonly Clip[]
  chapters?: readonly Chapter[]
  clockOf: (atMs: number) => string
  /** In the place of a file that the browser cannot show. */
  unplayable: ReactNode
  /** Hears, once for each time, that the link of this file is good no more. */
  onRefused?: (id: string) => void
  /** Begins by itself. */
  isPlaying?: boolean
  /** Is given the picture of a moment, when somebody wants to keep it. */
  onSnapshot?: (picture: Blob, clip: Clip, atMs: number) => void
}

/** Plays files that are made, one or several at one time. */
export function ClipPlayer({ clips, unplayable, isPlaying = false, onSnapshot, onRefused, ...rest }: ClipPlayerProps) {
  const key = clips.map(({ id, startMs, endMs }) => `${id} ${startMs} ${endMs}`).join()
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- the same files by newer links are the same
  const deck = useMemo(() => new ClipDeck(clips), [key])
  const count = clips.length
  // The same functions with each render: with others the elements would be taken from the deck, and given to it, each time.
  const attach = useMemo(
    () =>
      Array.from({ length: count }, (_, index) => (video: HTMLVideoElement | null) => {
        deck.attach(index, video)
        return () => deck.attach(index, null)
      }),
    [deck, count],
  )
  const ids = useMemo(() => clips.map(({ id }) => id), [key]) // oxlint-disable-line react-hooks/exhaustive-deps -- as above
  const broken = useSyncExternalStore(deck.subscribe, () => deck.read().broken)
  const told = useRef(new Set<string>())
  useEffect(() => {
    const refused = ids.filter((_, index) => broken.get(index) === 'refused')
    for (const id of refused) if (!told.current.has(id)) onRefused?.(id)
    told.current = new Set(refused)
  }, [ids, broken, onRefused])
  useEffect(() => {
    if (isPlaying) deck.play(true)
    return () => deck.close()
  }, [deck, isPlaying])
  return (
    <Player
      {...rest}
      deck={deck}
      pictures={clips.map(({ id, name, url }, index) => ({
        id,
        name,
        instead: unplayable,
        picture: (
          // oxlint-disable-next-line jsx-a11y/media-has-caption -- a camera's picture without words
          <video ref={attach[index]} className={classes['video']} src={url} aria-label={name} playsInline muted preload="auto" />
        ),
      }))}
      onSnapshot={
        onSnapshot &&
        ((picture, index, atMs) => {
          const clip = clips[index]
          if (clip) onSnapshot(picture, clip, atMs)
        })
      }
    />
  )
}
