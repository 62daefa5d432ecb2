import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useMemo, useRef, useState, useSyncExternalStore, type KeyboardEvent, type ReactNode } from 'react'
import { ClipDeck, speeds } from './clip-deck.ts'
import classes from './clip-player.module.css'
import { chapterAt, chapterBeside, chaptersWithin, type Chapter, type ClipSpan } from './moments.ts'
import { Transport } from './transport.tsx'

/** A file of the player, and whose it is. */
export interface Clip extends ClipSpan {
  id: string
  name: string
  url: string
}

interface ClipPlayerProps {
  /** Side by side, by one clock. The same array as long as they are the same. */
  clips: readonly Clip[]
  chapters?: readonly Chapter[]
  /** The clock of a moment, as it is shown. */
  clockOf: (atMs: number) => string
  /** In the place of a file that the browser cannot show. */
  unplayable: ReactNode
  /** Is given the picture of a moment, when somebody wants to keep it. */
  onSnapshot?: (picture: Blob, clip: Clip, atMs: number) => void
}

const MOST_CHAPTERS = 100
const JUMP_MS = 10_000
const USUAL_VOLUME = 0.8

/** Plays files that are made, one or several at one time: the one player of clips, in the app and on the page of a share. */
export function ClipPlayer({ clips, chapters: all = [], clockOf, unplayable, onSnapshot }: ClipPlayerProps) {
  const { t } = useLingui()
  const deck = useMemo(() => new ClipDeck(clips), [clips])
  const state = useSyncExternalStore(deck.subscribe, deck.read)
  const [heard, setHeard] = useState<number | undefined>()
  const [chosen, setChosen] = useState(0)
  const stage = useRef<HTMLDivElement>(null)
  const chapters = useMemo(() => chaptersWithin(all, deck.span, MOST_CHAPTERS), [all, deck])
  const chapter = chapterAt(chapters, state.atMs)
  useEffect(() => () => deck.close(), [deck])
  useEffect(() => deck.setSound(heard, USUAL_VOLUME), [deck, heard])

  const toChapter = (way: 1 | -1) => {
    const next = chapterBeside(chapters, state.atMs, way)
    if (next) deck.seek(next.atMs)
  }
  const actions: Record<string, () => void> = {
    ' ': () => deck.play(!state.isPlaying),
    ArrowLeft: () => deck.seek(state.atMs - JUMP_MS),
    ArrowRight: () => deck.seek(state.atMs + JUMP_MS),
    ',': () => deck.step(-1),
    '.': () => deck.step(1),
    n: () => toChapter(1),
    p: () => toChapter(-1),
    m: () => setHeard(heard === undefined ? chosen : undefined),
    f: () => void fullScreen(stage.current),
    '+': () => deck.setSpeed(speeds.find((speed) => speed > state.speed) ?? state.speed),
    '-': () => deck.setSpeed(speeds.findLast((speed) => speed < state.speed) ?? state.speed),
  }
  function press(event: KeyboardEvent) {
    const isOwn =
      event.target instanceof HTMLElement && event.target.matches('input, select, button') && event.key !== ',' && event.key !== '.'
    const action = event.ctrlKey || event.metaKey || event.altKey ? undefined : actions[event.key]
    if (action === undefined || (isOwn && [' ', 'ArrowLeft', 'ArrowRight'].includes(event.key))) return
    event.preventDefault()
    action()
  }
  const shot =
    onSnapshot &&
    (async () => {
      const [clip, picture] = [clips[chosen], await deck.snapshot(chosen)]
      if (clip && picture) onSnapshot(picture, clip, state.atMs)
    })

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- its keys are those of all that is in it
    <div className={classes['player']} ref={stage} role="group" aria-label={t`Player`} tabIndex={-1} onKeyDown={press}>
      <div className={classes['pictures']} data-count={Math.min(clips.length, 16)}>
        {clips.map((clip, index) => (
          <figure key={clip.id} data-chosen={clips.length > 1 && index === chosen} onPointerDown={() => setChosen(index)}>
            {state.broken.has(index) ? (
              <div className={classes['broken']} role="alert">
                <p>
                  <Trans>This browser cannot play these pictures.</Trans>
                </p>
                {unplayable}
              </div>
            ) : (
              // oxlint-disable-next-line jsx-a11y/media-has-caption -- a camera's picture without words
              <video
                ref={(video) => {
                  deck.attach(index, video)
                  return () => deck.attach(index, null)
                }}
                src={clip.url}
                aria-label={clip.name}
                playsInline
                muted
                preload="auto"
              />
            )}
            {clips.length > 1 && <figcaption>{clip.name}</figcaption>}
          </figure>
        ))}
      </div>
      <Transport
        state={state}
        span={deck.span}
        chapters={chapters}
        chapter={chapter}
        clockOf={clockOf}
        isHeard={heard !== undefined}
        onPlay={(isPlaying) => deck.play(isPlaying)}
        onSeek={(atMs) => deck.seek(atMs)}
        onStep={(pictures) => deck.step(pictures)}
        onChapter={toChapter}
        onSpeed={(speed) => deck.setSpeed(speed)}
        onHear={(isHeard) => setHeard(isHeard ? chosen : undefined)}
        onSnapshot={shot}
        onFullScreen={() => void fullScreen(stage.current)}
      />
    </div>
  )
}

async function fullScreen(element: HTMLElement | null): Promise<void> {
  if (document.fullscreenElement === null) await element?.requestFullscreen().catch(() => {})
  else await document.exitFullscreen()
}
