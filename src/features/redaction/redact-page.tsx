import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import IconArrowLeft from '@tabler/icons-react/dist/esm/icons/IconArrowLeft.mjs'
import { useRef, useState } from 'react'
import { redactionLimits, type RedactionForm } from '#contract/redaction.ts'
import { makeRedaction, untouchedVideoQuery } from '../../data/records/redactions.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { ChoiceBar } from '../../ui/controls/choice-bar.tsx'
import { Slider } from '../../ui/controls/slider.tsx'
import { inTheMiddle } from '../../ui/drawing/shape.ts'
import { TroubleLine } from '../../ui/form/trouble.tsx'
import { useAction } from '../../ui/form/use-action.ts'
import { say } from '../../ui/notice/toast-store.ts'
import { NotThereYet } from '../../ui/page/not-there-yet.tsx'
import { Page } from '../../ui/page/page.tsx'
import settings from '../../ui/page/settings.module.css'
import { Mantine } from '../../ui/theme/mantine.tsx'
import { AreaList } from './area-list.tsx'
import { clipTimeText } from './clip-time.ts'
import { MadeList } from './made-list.tsx'
import { newArea } from './model/edit-areas.ts'
import { useAreas } from './model/use-areas.ts'
import { useFollow } from './model/use-follow.ts'
import { FollowState } from './follow-state.tsx'
import { Stage } from './stage.tsx'
import classes from './redaction.module.css'

const SECOND_MS = 1_000

/** Where a second file of an archive is made in which what somebody draws is unreadable. */
export function RedactPage() {
  const { t } = useLingui()
  const { archiveId } = useParams({ from: '/_home/archives-redact/$archiveId' })
  const query = useQuery(untouchedVideoQuery(archiveId))
  const video = useRef<HTMLVideoElement>(null)
  const areas = useAreas()
  const [form, setForm] = useState<RedactionForm>('rectangle')
  const [atMs, setAtMs] = useState(0)
  const [endMs, setEndMs] = useState(0)
  const [isPlaying, setPlaying] = useState(false)
  const [isSilent, setSilent] = useState(false)
  const following = useFollow(video, areas)
  const { isBusy, trouble, run } = useAction()
  const clip = query.data?.videos[0]
  const seek = (ms: number) => {
    if (video.current) video.current.currentTime = Math.min(Math.max(ms, 0), endMs) / 1000
    setAtMs(Math.min(Math.max(ms, 0), endMs))
  }
  const make = () =>
    run(async () => {
      await makeRedaction({ archiveId, areas: [...areas.areas], isSilent })
      say('done', t`The redacted file is being made.`)
    })
  const isFull = areas.areas.length >= redactionLimits.areas

  return (
    <Mantine>
      <Page
        back={<BackToArchive archiveId={archiveId} />}
        title={<Trans>Redact</Trans>}
        filters={<span className={classes['name']}>{clip?.fileName}</span>}
        action={
          <Button loading={isBusy} disabled={clip === undefined || (areas.areas.length === 0 && !isSilent)} onClick={() => void make()}>
            <Trans>Make the file</Trans>
          </Button>
        }
      >
        {clip === undefined ? (
          <NotThereYet error={query.error} title={<Trans>The clip could not be loaded.</Trans>} onRetry={() => void query.refetch()} />
        ) : (
          <div className={classes['body']}>
            <div className={classes['main']}>
              <Stage
                url={clip.url}
                video={video}
                areas={areas}
                form={form}
                atMs={atMs}
                endMs={endMs}
                onTime={setAtMs}
                onEnd={setEndMs}
                onPlaying={setPlaying}
              />
              <div className={classes['bar']}>
                <Button size="xs" variant="default" onClick={() => void (isPlaying ? video.current?.pause() : video.current?.play())}>
                  {isPlaying ? <Trans>Pause</Trans> : <Trans>Play</Trans>}
                </Button>
                <Slider
                  label={t`Moment of the clip`}
                  value={Math.round(atMs)}
                  min={0}
                  max={Math.max(1, Math.round(endMs))}
                  step={40}
                  valueText={clipTimeText(atMs)}
                  isValueShown
                  onChange={seek}
                />
                <Button size="xs" variant="default" aria-label={t`One second back`} onClick={() => seek(atMs - SECOND_MS)}>
                  −1 s
                </Button>
                <Button size="xs" variant="default" aria-label={t`One second on`} onClick={() => seek(atMs + SECOND_MS)}>
                  +1 s
                </Button>
              </div>
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
                <Button
                  size="compact-sm"
                  variant="default"
                  disabled={isFull}
                  onClick={() => areas.add(newArea(inTheMiddle(form), atMs, endMs))}
                >
                  <Trans>Add</Trans>
                </Button>
                <Button size="compact-sm" variant="default" disabled={areas.undo === undefined} onClick={areas.undo}>
                  <Trans>Undo</Trans>
                </Button>
              </div>
              <AreaList areas={areas} atMs={atMs} onSeek={seek} onFollow={(index) => void following.follow(index, atMs)} />
              <FollowState following={following} onSeek={seek} />
              <Checkbox label={t`Without sound`} checked={isSilent} onChange={(event) => setSilent(event.currentTarget.checked)} />
              <TroubleLine text={trouble} />
              <h2>
                <Trans>Redacted files</Trans>
              </h2>
              <MadeList archiveId={archiveId} />
            </aside>
          </div>
        )}
      </Page>
    </Mantine>
  )
}

function BackToArchive({ archiveId }: { archiveId: string }) {
  const { t } = useLingui()
  const label = t`Back to the archive`
  return (
    <Link to="/archives-details/$id" params={{ id: archiveId }} className={settings['back']} aria-label={label} data-tip={label}>
      <IconArrowLeft size={18} stroke={1.5} aria-hidden />
    </Link>
  )
}
