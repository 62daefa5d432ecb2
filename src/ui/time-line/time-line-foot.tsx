import { Trans, useLingui } from '@lingui/react/macro'
import IconBracketsContainEnd from '@tabler/icons-react/dist/esm/icons/IconBracketsContainEnd.mjs'
import IconBracketsContainStart from '@tabler/icons-react/dist/esm/icons/IconBracketsContainStart.mjs'
import IconZoomIn from '@tabler/icons-react/dist/esm/icons/IconZoomIn.mjs'
import IconZoomOut from '@tabler/icons-react/dist/esm/icons/IconZoomOut.mjs'
import { useMemo } from 'react'
import { IconButton } from '../controls/icon-button.tsx'
import { typesOf, type Recorded } from './core/segments.ts'
import type { Span } from './core/view.ts'
import { Legend } from './legend.tsx'
import { zoneName } from './paint/texts.ts'
import type { Stage } from './stage.ts'
import { TimeField } from './time-field.tsx'
import classes from './time-line-foot.module.css'

interface FootProps {
  stage: Stage
  lanes: readonly Recorded[]
  bounds: Span
  zone: string
  own: string | undefined
  canMark: boolean
}

const ZOOM = 2

/** Below the line: a time to go to, what the hands and keys do as buttons, and what the colours mean. */
export function TimeLineFoot({ stage, lanes, bounds, zone, own, canMark }: FootProps) {
  const { t, i18n } = useLingui()
  const siteZone = zoneName(zone, i18n.locale)
  const viewerZone = own && zoneName(own, i18n.locale)
  const types = useMemo(() => typesOf(lanes), [lanes])
  return (
    <div className={classes['foot']}>
      <TimeField stage={stage} bounds={bounds} zone={zone} />
      <div className={classes['buttons']}>
        {canMark && (
          <>
            <IconButton label={t`The part begins here`} hotkey="[" onClick={() => stage.act({ kind: 'mark', which: 'in' })}>
              <IconBracketsContainStart size={18} stroke={1.5} aria-hidden />
            </IconButton>
            <IconButton label={t`The part ends here`} hotkey="]" onClick={() => stage.act({ kind: 'mark', which: 'out' })}>
              <IconBracketsContainEnd size={18} stroke={1.5} aria-hidden />
            </IconButton>
          </>
        )}
        <IconButton label={t`Show more time`} hotkey="-" onClick={() => stage.zoomStep(1 / ZOOM)}>
          <IconZoomOut size={18} stroke={1.5} aria-hidden />
        </IconButton>
        <IconButton label={t`Show less time`} hotkey="+" onClick={() => stage.zoomStep(ZOOM)}>
          <IconZoomIn size={18} stroke={1.5} aria-hidden />
        </IconButton>
      </div>
      {own !== undefined && (
        <span className={classes['zones']}>
          <Trans>
            {siteZone}; below, {viewerZone}
          </Trans>
        </span>
      )}
      <Legend types={types} />
    </div>
  )
}
