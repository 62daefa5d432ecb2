import { Trans, useLingui } from '@lingui/react/macro'
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs'
import IconFileImport from '@tabler/icons-react/dist/esm/icons/IconFileImport.mjs'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import { MenuButton, MenuItem } from '../../ui/controls/menu.tsx'
import { OnlineButton } from '../../ui/controls/online-button.tsx'
import { useAction } from '../../ui/form/use-action.ts'
import { say } from '../../ui/notice/toast-store.ts'
import { exportContacts } from './export-contacts.ts'
import classes from './contacts.module.css'

interface ContactActionsProps {
  offlineReason: string | undefined
  isEmpty: boolean
  onAdd: () => void
  onImport: () => void
}

/** What can be done with the list of contacts. */
export function ContactActions({ offlineReason, isEmpty, onAdd, onImport }: ContactActionsProps) {
  const { t } = useLingui()
  const { run } = useAction((fault) => {
    say('error', t`The contacts could not be loaded.`)
    return fault.message
  })
  const reason = offlineReason ?? (isEmpty ? t`There are no contacts yet.` : undefined)
  const off = reason === undefined ? {} : { reason }
  return (
    <div className={classes['main']}>
      <MenuButton label={t`More`} icon={<IconDots size={18} stroke={1.5} aria-hidden />}>
        <MenuItem label={t`Export as Excel file (xlsx)`} {...off} onClick={() => void run(() => exportContacts('xlsx'))} />
        <MenuItem label={t`Export as text file (csv)`} {...off} onClick={() => void run(() => exportContacts('csv'))} />
      </MenuButton>
      <OnlineButton
        variant="default"
        offlineReason={offlineReason}
        leftSection={<IconFileImport size={16} stroke={1.5} aria-hidden />}
        onClick={onImport}
      >
        <span className="sl-unseen-narrow">
          <Trans>Import</Trans>
        </span>
      </OnlineButton>
      <OnlineButton offlineReason={offlineReason} leftSection={<IconPlus size={16} stroke={1.5} aria-hidden />} onClick={onAdd}>
        <span className="sl-unseen-narrow">
          <Trans>Add contact</Trans>
        </span>
      </OnlineButton>
    </div>
  )
}
