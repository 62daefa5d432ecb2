import { useLingui } from '@lingui/react/macro'
import IconLayoutSidebar from '@tabler/icons-react/dist/esm/icons/IconLayoutSidebar.mjs'
import type { ReactNode } from 'react'
import { IconButton } from '../controls/icon-button.tsx'
import { Heading } from './heading.tsx'
import { useNarrow } from './use-narrow.ts'
import classes from './stage-head.module.css'

interface StageHeadProps {
  title: ReactNode
  /** Whether the list of cameras stands beside the pictures. A narrow page opens it as a sheet. */
  isPanelOpen: boolean
  onPanel: (isOpen: boolean) => void
  /** At the end of the line. */
  actions: ReactNode
  /** Behind the title. */
  children: ReactNode
}

/** The head of a page that is all pictures: low, so that they have the room. */
export function StageHead({ title, isPanelOpen, onPanel, actions, children }: StageHeadProps) {
  const { t } = useLingui()
  const isNarrow = useNarrow()
  return (
    <header className={classes['header']}>
      {!isNarrow && (
        <IconButton
          label={isPanelOpen ? t`Hide the cameras` : t`Show the cameras`}
          isPressed={isPanelOpen}
          onClick={() => onPanel(!isPanelOpen)}
        >
          <IconLayoutSidebar size={18} stroke={1.5} aria-hidden />
        </IconButton>
      )}
      <Heading>{title}</Heading>
      {children}
      <span className={classes['space']} />
      {actions}
    </header>
  )
}
