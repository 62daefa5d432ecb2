import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useMemo, useRef, useState, useSyncExternalStore, type ReactNode } from 'react'
import type { PlayerDeck } from '../../lib/player-deck.ts'
import { stepZoom, wholePicture } from '../../lib/zoom.ts'
import { sayNoSound } from '../notice/say-no-sound.ts'
import { chapterAt, chapterBeside, chaptersWithin, type Chapter } from './moments.ts'
import { Transport } from './transport.tsx'
import { usePlayerKeys } from './use-player-keys.ts'
import { DRAWS, ZoomedPicture } from './zoomed-picture.tsx'
import classes from './player.module.css'

/** One of the pictures that are played side by side, and whose it is. */
interface PlayedPicture {
  id: string
  name: string
  picture: ReactNode
  /** In the place of a picture that the browser cannot show. */
  instead?: ReactNode
}

interface PlayerProps {
  deck: PlayerDeck
  /** In the deck's order. */
  pictures: readonly PlayedPicture[]
  chapters?: readonly Chapter[]
  /** The clock of a moment, as it is shown. */
  clockOf: (atMs: number) => string
  /** What is said beside the clock. */
  said?: ReactNode
  /** Is given the picture of a moment, when somebody wants to keep it. */
  onSnapshot?: ((picture: Blob, index: number, atMs: number) => void) | undefined
}

const MOST_CHAPTERS = 100
const USUAL_VOLUME = 0.8

/**
 * The one player of whatever is over: files of one or several cameras at one time, in the app and on the page of a share, and what a camera has
 * recorded around a moment. All of them have the same buttons and the same keys.
 */
export function Player({ deck, pictures, chapters: all = [], clockOf, said, onSnapshot }: PlayerProps) {
  const { t } = useLingui()
  const state = useSyncExternalStore(deck.subscribe, deck.read)
  const [heard, setHeard] = useState<number>()
  const [picked, setPicked] = useState(0)
  const [view, setView] = useState(wholePicture)
  const chosen = Math.min(picked, pictures.length - 1)
  const stage = useRef<HTMLDivElement>(null)
  const chapters = useMemo(() => chaptersWithin(all, deck.span, MOST_CHAPTERS), [all, deck])
  useEffect(() => {
    let isWanted = true
    void deck.setSound(heard, USUAL_VOLUME).then((refusal) => {
      if (refusal === undefined || !isWanted) return
      setHeard(undefined)
      sayNoSound(refusal)
    })
    return () => {
      isWanted = false
    }
  }, [deck, heard])

  const actions = {
    toChapter: (way: 1 | -1) => {
      const next = chapterBeside(chapters, state.atMs, way)
      if (next) deck.seek(next.atMs)
    },
    hear: () => setHeard(heard === undefined ? chosen : undefined),
    fullScreen: () => void fullScreen(stage.current),
    zoom: (step: 1 | 0 | -1) => setView((now) => stepZoom(now, step)),
    keepPicture: async () => {
      const [index, atMs] = [chosen, state.atMs]
      const picture = await deck.snapshot(index)
      if (picture) onSnapshot?.(picture, index, atMs)
    },
  }
  const press = usePlayerKeys(deck, state, { ...actions, view, onView: setView })
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- its keys are those of all that is in it
    <div className={classes['player']} ref={stage} role="group" aria-label={t`Player`} tabIndex={-1} data-player onKeyDown={press}>
      <div className={classes['pictures']} data-count={Math.min(pictures.length, 16)}>
        {pictures.map(({ id, name, picture, instead }, index) => (
          <figure
            key={id}
            data-chosen={pictures.length > 1 && index === chosen}
            onPointerDown={() => setPicked(index)}
            onDoubleClick={(event) => {
              if (!(event.target as Element).closest(DRAWS)) actions.fullScreen()
            }}
          >
            {state.broken.get(index) === 'unplayable' ? (
              <div className={classes['broken']} role="alert">
                <p>
                  <Trans>This browser cannot play these pictures.</Trans>
                </p>
                {instead}
              </div>
            ) : (
              <>
                <ZoomedPicture view={index === chosen ? view : wholePicture} onView={setView}>
                  {picture}
                </ZoomedPicture>
                <p className={classes['away']} role="status">
                  {state.broken.get(index) === 'lost' && (
                    <Trans>The connection broke. These pictures go on by themselves when it is back.</Trans>
                  )}
                  {state.broken.get(index) === 'refused' && (
                    <Trans>The link to these pictures has run out. Load the page again if they do not come.</Trans>
                  )}
                </p>
              </>
            )}
            {pictures.length > 1 && <figcaption>{name}</figcaption>}
          </figure>
        ))}
      </div>
      <Transport
        deck={deck}
        state={state}
        chapters={chapters}
        chapter={chapterAt(chapters, state.atMs)}
        clockOf={clockOf}
        said={said}
        isHeard={heard !== undefined}
        scale={view.scale}
        onHear={actions.hear}
        onChapter={actions.toChapter}
        onZoom={actions.zoom}
        onSnapshot={onSnapshot && (() => void actions.keepPicture())}
        onFullScreen={actions.fullScreen}
      />
    </div>
  )
}

async function fullScreen(element: HTMLElement | null): Promise<void> {
  if (document.fullscreenElement === null) await element?.requestFullscreen().catch(() => {})
  else await document.exitFullscreen()
}
