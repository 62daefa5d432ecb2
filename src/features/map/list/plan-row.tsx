import { useLingui } from '@lingui/react/macro'
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs'
import IconMap from '@tabler/icons-react/dist/esm/icons/IconMap.mjs'
import type { ReactNode } from 'react'
import { MenuButton, MenuItem } from '../../../ui/controls/menu.tsx'
import { withAside } from '../../../ui/text/joined.ts'
import type { PlanNode } from '../model/map-model.ts'
import { useCameraWords } from '../model/use-camera-words.ts'
import classes from './list.module.css'

interface PlanRowProps {
  node: PlanNode
  isChosen: boolean
  mayChange: boolean
  onChoose: () => void
  onRename: () => void
  onDelete: () => void
  /** Its cameras. */
  children: ReactNode
}

/** A plan in the list, with the cameras on it below. */
export function PlanRow({ node: { plan, unread }, isChosen, mayChange, onChoose, onRename, onDelete, children }: PlanRowProps) {
  const { t } = useLingui()
  const words = useCameraWords()
  const name = plan.planName
  const label = t`Plan: ${name}`
  return (
    <li>
      <div className={classes['planRow']} data-chosen={isChosen}>
        <button
          type="button"
          className={classes['plan']}
          aria-label={unread > 0 ? withAside(label, words.unreadText(unread)) : label}
          aria-current={isChosen ? true : undefined}
          onClick={onChoose}
        >
          <IconMap size={16} stroke={1.5} aria-hidden />
          <span className={classes['name']}>{name}</span>
          {unread > 0 && <span className={classes['unread']}>{unread}</span>}
        </button>
        {mayChange && (
          <MenuButton label={t`More for “${name}”`} icon={<IconDots size={16} stroke={1.5} aria-hidden />}>
            <MenuItem label={t`Rename`} onClick={onRename} />
            <MenuItem label={t`Delete`} onClick={onDelete} />
          </MenuButton>
        )}
      </div>
      <ul>{children}</ul>
    </li>
  )
}
