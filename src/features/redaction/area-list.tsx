import { Trans, useLingui } from '@lingui/react/macro'
import { redactionLooks, type RedactionArea } from '#contract/redaction.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ChoiceBar } from '../../ui/controls/choice-bar.tsx'
import { isPlacedAt, unplacedAt } from './model/edit-areas.ts'
import type { Areas } from './model/use-areas.ts'
import { clipTimeText } from './clip-time.ts'
import classes from './redaction.module.css'

interface AreaListProps {
  areas: Areas
  atMs: number
  onSeek: (atMs: number) => void
  /** Follows what is under an area from here on. */
  onFollow: (index: number) => void
}

/** What is drawn: for each area how it looks, from when to when it is there, and where it was placed. */
export function AreaList({ areas, atMs, onSeek, onFollow }: AreaListProps) {
  if (areas.areas.length === 0) {
    return (
      <p className={classes['hint']}>
        <Trans>
          Draw over the picture what nobody is to see. Go on to another moment and move the area there: in between it moves evenly.
        </Trans>
      </p>
    )
  }
  return (
    <ol className={classes['areas']}>
      {areas.areas.map((area, index) => (
        <AreaRow key={index} area={area} index={index} areas={areas} atMs={atMs} onSeek={onSeek} onFollow={onFollow} />
      ))}
    </ol>
  )
}

function AreaRow({ area, index, areas, atMs, onSeek, onFollow }: AreaListProps & { area: RedactionArea; index: number }) {
  const { t } = useLingui()
  const number = index + 1
  const names = { blur: t`Blurred`, black: t`Black` }
  const set = (changes: Partial<RedactionArea>) => areas.set(index, { ...area, ...changes })
  const from = clipTimeText(area.fromMs)
  const to = clipTimeText(area.toMs)
  return (
    <li aria-label={t`Area ${number}`} data-chosen={areas.chosen === index || undefined}>
      <div className={classes['line']}>
        <b>
          <Trans>Area {number}</Trans>
        </b>
        <ChoiceBar
          label={t`How area ${number} is made unreadable`}
          choices={redactionLooks.map((id) => ({ id, name: names[id] }))}
          value={area.look}
          onChoose={(look) => set({ look })}
        />
        <Button size="compact-xs" variant="default" onClick={() => areas.remove(index)} aria-label={t`Remove area ${number}`}>
          <Trans>Remove</Trans>
        </Button>
      </div>
      <div className={classes['line']}>
        <span className="sl-figures">
          {from} – {to}
        </span>
        <Button size="compact-xs" variant="default" disabled={atMs > area.toMs} onClick={() => set({ fromMs: Math.round(atMs) })}>
          <Trans>Begin here</Trans>
        </Button>
        <Button size="compact-xs" variant="default" disabled={atMs < area.fromMs} onClick={() => set({ toMs: Math.round(atMs) })}>
          <Trans>End here</Trans>
        </Button>
        <Button
          size="compact-xs"
          variant="default"
          onClick={() => onFollow(index)}
          aria-label={t`Follow what is under area ${number} from here on`}
        >
          <Trans>Follow</Trans>
        </Button>
      </div>
      <div className={classes['line']} role="group" aria-label={t`Moments at which area ${number} was placed`}>
        {area.moments.map((moment) => (
          <button
            key={moment.atMs}
            type="button"
            className={`${classes['moment']} sl-figures`}
            aria-pressed={Math.abs(moment.atMs - atMs) < 60}
            onClick={() => {
              areas.choose(index)
              onSeek(moment.atMs)
            }}
          >
            {clipTimeText(moment.atMs)}
          </button>
        ))}
        {area.moments.length > 1 && isPlacedAt(area, atMs) && (
          <Button size="compact-xs" variant="default" onClick={() => areas.set(index, unplacedAt(area, atMs))}>
            <Trans>Forget this moment</Trans>
          </Button>
        )}
      </div>
    </li>
  )
}
