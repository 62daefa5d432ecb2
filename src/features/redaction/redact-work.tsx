import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import type { ArchiveVideo } from '#contract/calls/archive/archive.ts'
import { redactionLimits, type RedactionForm } from '#contract/redaction.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { ChoiceBar } from '../../ui/controls/choice-bar.tsx'
import { inTheMiddle } from '../../ui/drawing/shape.ts'
import { ClipDeck } from '../../ui/player/clip-deck.ts'
import { Player } from '../../ui/player/player.tsx'
import { AreaList } from './area-list.tsx'
import { clipTimeText } from './clip-time.ts'
import { FaceSearch } from './face-search.tsx'
import { FollowState } from './follow-state.tsx'
import { MadeList } from './made-list.tsx'
import { newArea } from './model/edit-areas.ts'
import { shapesNear } from './model/proposals.ts'
import type { Areas } from './model/use-areas.ts'
import { useFaceSearch } from './model/use-face-search.ts'
import { useFollow } from './model/use-follow.ts'
import { useProposals } from './model/use-proposals.ts'
import { ProposalList } from './proposal-list.tsx'
import { RedactionStage } from './stage.tsx'
import classes from './redaction.module.css'

const SECOND_MS = 1_000

interface RedactWorkProps {
  archiveId: string
  clip: ArchiveVideo
  areas: Areas
  isSilent: boolean
  onSilent: (isSilent: boolean) => void
}

/** The clip with what is drawn over it, what is proposed, and what is made already. */
export function RedactWork({ archiveId, clip, areas, isSilent, onSilent }: RedactWorkProps) {
  const { t } = useLingui()
  const video = useRef<HTMLVideoElement>(null)
  const [deck] = useState(() => new ClipDeck([{ startMs: 0, endMs: clip.endMs - clip.startMs }]))
  const [form, setForm] = useState<RedactionForm>('rectangle')
  const [atMs, setAtMs] = useState(0)
  const [endMs, setEndMs] = useState(clip.endMs - clip.startMs)
  const following = useFollow(video, areas)
  const isFull = areas.areas.length >= redactionLimits.areas
  useEffect(() => () => deck.close(), [deck])
  const follow: typeof following.follow = async (...what) => {
    await following.follow(...what)
    // The pictures were looked at one by one, beside the player's clock.
    if (video.current) deck.seek(video.current.currentTime * SECOND_MS)
  }
  const seek = (ms: number) => {
    deck.seek(ms)
    setAtMs(Math.min(Math.max(ms, 0), endMs))
  }
  const faces = useFaceSearch(clip.url)
  const found = { found: faces.tracks, isSearching: faces.state.kind === 'searching' }
  const { proposals, accept } = useProposals(archiveId, { clip, endMs, ...found }, areas, { seek, follow })
  return (
    <div className={classes['body']}>
      <div className={classes['main']}>
        <Player
          deck={deck}
          clockOf={clipTimeText}
          pictures={[
            {
              id: 'clip',
              name: t`The clip`,
              picture: (
                <RedactionStage
                  url={clip.url}
                  onVideo={(element) => {
                    video.current = element
                    deck.attach(0, element)
                  }}
                  deck={deck}
                  areas={areas}
                  hints={shapesNear(proposals, atMs)}
                  form={form}
                  atMs={atMs}
                  endMs={endMs}
                  onTime={setAtMs}
                  onEnd={setEndMs}
                />
              ),
            },
          ]}
        />
      </div>
      <aside className={classes['side']} aria-label={t`Areas and files`}>
        <h2>
          <Trans>Areas</Trans>
        </h2>
        <div className={classes['line']}>
          <ChoiceBar
            label={t`Shape that is drawn`}
            choices={[
              { id: 'rectangle', name: t`Rectangle` },
              { id: 'ellipse', name: t`Ellipse` },
              { id: 'polygon', name: t`Polygon` },
            ]}
            value={form}
            onChoose={setForm}
          />
          <Button size="compact-sm" variant="default" disabled={isFull} onClick={() => areas.add(newArea(inTheMiddle(form), atMs, endMs))}>
            <Trans>Add</Trans>
          </Button>
          <Button size="compact-sm" variant="default" disabled={areas.undo === undefined} onClick={areas.undo}>
            <Trans>Undo</Trans>
          </Button>
        </div>
        {form === 'polygon' && (
          <p className={classes['hint']}>
            <Trans>Each press sets a corner. The first corner, or Enter, closes the shape; Escape gives it up.</Trans>
          </p>
        )}
        <AreaList areas={areas} atMs={atMs} onSeek={seek} onFollow={(index) => void follow(index, atMs)} />
        <FollowState following={following} onSeek={seek} />
        <FaceSearch search={faces} endMs={endMs} />
        <ProposalList proposals={proposals} isFull={isFull} onSeek={seek} onAccept={accept} />
        <Checkbox label={t`Without sound`} checked={isSilent} onChange={(event) => onSilent(event.currentTarget.checked)} />
        <h2>
          <Trans>Redacted files</Trans>
        </h2>
        <MadeList archiveId={archiveId} />
      </aside>
    </div>
  )
}
