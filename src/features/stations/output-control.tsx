import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, Suspense, useState } from 'react'
import type { OutputOfStation } from '#contract/calls/station/station-list.ts'
import { screenSize } from '#contract/screen-size.ts'
import { stationLimits } from '#contract/station.ts'
import { orderStation, resizeStation, showOnStation } from '../../data/places/stations.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Facts } from '../../ui/controls/facts.tsx'
import { TextInput } from '../../ui/controls/text-input.tsx'
import { say } from '../../ui/notice/toast-store.ts'
import { agoText, clockText } from '../../ui/text/time-text.ts'
import { ActionButton } from './action-button.tsx'
import { OutputFigure } from './output-figure.tsx'
import { pressureNames, startNames } from './station-words.tsx'
import { SavedViews } from './saved-views.tsx'
import { WishSelect, wishOf } from './wish-select.tsx'
import classes from './stations.module.css'

const FrontForm = lazy(() => import('./front-form.tsx').then(({ FrontForm }) => ({ default: FrontForm })))
const ScheduleForm = lazy(() => import('./schedule-form.tsx').then(({ ScheduleForm }) => ({ default: ScheduleForm })))
/** As long as a message stays that nobody takes away. */
const MESSAGE_MS = 30 * 60_000

interface OutputControlProps {
  sn: string
  output: OutputOfStation
  nowMs: number
  /** The service's clock minus this machine's, ms. */
  offsetMs: number
  offlineReason: string | undefined
}

/** One screen: what is on it and how it is, and what the office has it do. */
export function OutputControl({ sn, output, nowMs, offsetMs, offlineReason }: OutputControlProps) {
  const { t, i18n } = useLingui()
  const { voId, dpi, report, reportedAtMs, isMuted, message, turns, front, remote, content } = output
  const [wish, setWish] = useState('')
  const [text, setText] = useState(message?.text ?? '')
  const [size, setSize] = useState<string>(dpi)
  const [isScheduling, setScheduling] = useState(false)
  const [isChoosing, setChoosing] = useState(false)
  const place = { sn, voId }
  const ages = report?.windows.flatMap(({ ageMs }) => (ageMs === null ? [] : [ageMs])) ?? []
  const slow = report?.windows.filter(({ state }) => state === 'slow').length ?? 0
  const frames = (report?.framesShown ?? 0) + (report?.framesDropped ?? 0)
  const dropped =
    report === null || frames === 0 ? undefined : i18n.number(report.framesDropped / frames, { style: 'percent', maximumFractionDigits: 1 })
  /** `away`: what became of it where the screen is not connected. */
  async function order(one: Parameters<typeof orderStation>[0]['order'], done: string, away: string) {
    const { isHere } = await orderStation({ ...place, order: one })
    const isLost = !isHere && (one.kind === 'identify' || one.kind === 'reload')
    say(isLost ? 'error' : 'done', isHere ? done : away)
  }
  const memoryMb = report?.memoryMb ?? undefined
  const started = report && `${i18n._(startNames[report.start])}, ${agoText(nowMs - report.startedMs, i18n.locale)}`
  const isSize = screenSize.safeParse(size).success
  return (
    <div className={classes['output']}>
      <OutputFigure output={output} offsetMs={offsetMs} />
      <Facts
        facts={[
          { name: <Trans>Last heard of</Trans>, value: reportedAtMs === null ? undefined : agoText(nowMs - reportedAtMs, i18n.locale) },
          {
            name: <Trans>Age of its oldest picture</Trans>,
            value: ages.length === 0 ? undefined : t`${i18n.number(Math.max(...ages) / 1_000, { maximumFractionDigits: 1 })} s`,
            isFigures: true,
          },
          { name: <Trans>Windows of single pictures</Trans>, value: slow === 0 ? undefined : i18n.number(slow), isFigures: true },
          { name: <Trans>Dropped pictures</Trans>, value: dropped, isFigures: true },
          {
            name: <Trans>Memory of the page</Trans>,
            value: report === null ? undefined : memoryMb === undefined ? t`Not told by its browser` : `${i18n.number(memoryMb)} MB`,
            isFigures: true,
          },
          {
            name: <Trans>Load of the processor</Trans>,
            value:
              report === null ? undefined : report.pressure == null ? t`Not told by its browser` : i18n._(pressureNames[report.pressure]),
          },
          { name: <Trans>Last start</Trans>, value: started ?? undefined },
          {
            name: <Trans>Remote control</Trans>,
            value: remote !== null && remote.untilMs > nowMs ? t`until ${clockText(remote.untilMs)}` : undefined,
          },
          { name: <Trans>Size of the screen</Trans>, value: report?.screen, isFigures: true },
        ]}
      />
      <div className={classes['row']}>
        <WishSelect
          place={place}
          label={t({ context: 'on a screen', message: 'Show' })}
          value={wish}
          kept={t`Choose…`}
          onChange={setWish}
        />
        <ActionButton
          offlineReason={wish === '' ? t`Choose first what it is to show.` : offlineReason}
          onPress={async () => {
            const chosen = wishOf(wish)
            if (chosen === undefined) return
            const { isHere } = await showOnStation({ ...place, wish: chosen })
            say('done', isHere ? t`Screen ${voId} shows it.` : t`Screen ${voId} is not connected: it shows it when it is back.`)
          }}
        >
          <Trans>Put it up</Trans>
        </ActionButton>
      </div>
      <SavedViews place={place} content={content} wish={wish} offlineReason={offlineReason} onDeleted={() => setWish('')} />
      <div className={classes['row']}>
        <TextInput
          label={t({ context: 'on a screen', message: 'Message' })}
          maxLength={stationLimits.messageCharacters}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <ActionButton
          variant="default"
          offlineReason={offlineReason}
          onPress={() =>
            order(
              { kind: 'message', text, lastsMs: MESSAGE_MS },
              text.trim() === '' ? t`The message is taken away.` : t`The message is on the screen for 30 minutes.`,
              text.trim() === ''
                ? t`The message is taken away.`
                : t`Screen ${voId} is not connected: it shows the message when it is back within 30 minutes.`,
            )
          }
        >
          {text.trim() === '' && message !== null ? <Trans>Take away</Trans> : <Trans>Send</Trans>}
        </ActionButton>
      </div>
      <div className={classes['buttons']}>
        <ActionButton
          variant="default"
          offlineReason={offlineReason}
          onPress={() =>
            order(
              { kind: 'identify' },
              t`Its number is on the screen for some seconds.`,
              t`Screen ${voId} is not connected: it cannot show its number.`,
            )
          }
        >
          <Trans>Identify</Trans>
        </ActionButton>
        <ActionButton
          variant="default"
          offlineReason={offlineReason}
          onPress={() =>
            order({ kind: 'reload' }, t`The screen begins anew.`, t`Screen ${voId} is not connected: it cannot be reloaded from here.`)
          }
        >
          <Trans>Reload</Trans>
        </ActionButton>
        <ActionButton
          variant="default"
          offlineReason={offlineReason}
          onPress={() =>
            order(
              { kind: 'mute', isMuted: !isMuted },
              isMuted ? t`Sound is on where one camera is shown alone.` : t`The screen is mute.`,
              isMuted
                ? t`Screen ${voId} is not connected: its sound is on when it is back.`
                : t`Screen ${voId} is not connected: it is mute when it is back.`,
            )
          }
        >
          {isMuted ? <Trans>Sound on</Trans> : <Trans>Mute</Trans>}
        </ActionButton>
        <Button variant="default" onClick={() => setScheduling(true)}>
          {turns.length === 0 ? t({ context: 'of a screen', message: 'Schedule' }) : <Trans>Schedule ({turns.length})</Trans>}
        </Button>
        <Button variant="default" onClick={() => setChoosing(true)}>
          {front === null ? <Trans>Alarms to the front</Trans> : <Trans>Alarms to the front: on</Trans>}
        </Button>
      </div>
      <div className={classes['row']}>
        <TextInput
          label={t`Screen size, pixels`}
          value={size}
          error={isSize ? undefined : t`Width x height, such as 1920x1080.`}
          onChange={({ currentTarget }) => setSize(currentTarget.value.trim())}
        />
        <ActionButton
          variant="default"
          offlineReason={size === dpi || !isSize ? t`Nothing is changed.` : offlineReason}
          onPress={async () => {
            await resizeStation({ ...place, dpi: size })
            say('done', t`The size is saved.`)
          }}
        >
          <Trans>Save</Trans>
        </ActionButton>
      </div>
      <Suspense>
        {isChoosing && <FrontForm place={place} front={front} offlineReason={offlineReason} onClose={() => setChoosing(false)} />}
        {isScheduling && <ScheduleForm place={place} turns={turns} offlineReason={offlineReason} onClose={() => setScheduling(false)} />}
      </Suspense>
    </div>
  )
}
