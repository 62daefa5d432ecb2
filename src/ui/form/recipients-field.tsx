import { Trans, useLingui } from '@lingui/react/macro'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { useState, type ReactNode } from 'react'
import { email } from '#contract/rules.ts'
import { lengths } from '#contract/limits.ts'
import { Button } from '../controls/button.tsx'
import { ComboBox } from '../controls/combo-box.tsx'
import { IconButton } from '../controls/icon-button.tsx'
import { TextInput } from '../controls/text-input.tsx'
import { wrongTexts } from '../text/rule-text.ts'
import classes from './recipients-field.module.css'

/** As the contract has it. */
const MOST_RECIPIENTS = 20

interface RecipientsFieldProps {
  emails: readonly string[]
  onChange: (emails: string[]) => void
  error: ReactNode
  /** Contacts whose name or address has `search` in it. */
  contacts: readonly { name: string; email: string }[]
  onSearch: (search: string) => void
}

/** Whom alarms are mailed to: contacts, found by name as one types, and other addresses. */
export function RecipientsField({ emails, onChange, error, contacts, onSearch }: RecipientsFieldProps) {
  const { t } = useLingui()
  const [typed, setTyped] = useState('')
  const [wrong, setWrong] = useState<ReactNode>()
  const found = contacts.filter((contact) => !emails.includes(contact.email))
  const isFull = emails.length >= MOST_RECIPIENTS
  function add(address: string) {
    const checked = email.safeParse(address)
    if (!checked.success) {
      const issues = checked.error.issues.map((issue) => ({ ...issue, path: ['email'] }))
      return setWrong(wrongTexts(issues, { email: address }).email)
    }
    setWrong(undefined)
    setTyped('')
    if (!emails.includes(checked.data)) onChange([...emails, checked.data])
  }
  return (
    <div className={classes['stack']}>
      {emails.length > 0 && (
        <ul className={classes['recipients']} aria-label={t`Recipients`}>
          {emails.map((address) => (
            <li key={address}>
              <span>{address}</span>
              <IconButton label={t`Remove ${address}`} onClick={() => onChange(emails.filter((one) => one !== address))}>
                <IconX size={14} stroke={1.5} aria-hidden />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      {isFull ? (
        <p className={classes['hint']}>
          <Trans>{MOST_RECIPIENTS} recipients: a rule has no more.</Trans>
        </p>
      ) : (
        <div className={classes['pair']}>
          <ComboBox
            // Empty again for the next one.
            key={emails.length}
            label={t`Add a contact`}
            isLabelShown
            placeholder={t`Search name or e-mail`}
            nothingFound={t`No contact has this name.`}
            chosen={undefined}
            found={found.map((contact) => ({ value: contact.email, label: `${contact.name} · ${contact.email}` }))}
            onSearch={onSearch}
            onChoose={(address) => address !== undefined && add(address)}
          />
          <div className={classes['address']}>
            <TextInput
              label={t`Another address`}
              type="email"
              autoComplete="off"
              maxLength={lengths.email}
              value={typed}
              error={wrong}
              onChange={({ currentTarget }) => {
                setTyped(currentTarget.value)
                setWrong(undefined)
              }}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return
                event.preventDefault()
                add(typed)
              }}
            />
            <Button variant="default" onClick={() => add(typed)}>
              <Trans>Add</Trans>
            </Button>
          </div>
        </div>
      )}
      {error && <p className={classes['error']}>{error}</p>}
      <p className={classes['hint']}>
        <Trans>Somebody outside of the organization is asked by e-mail first. Alarms are sent there once the link in it was opened.</Trans>
      </p>
    </div>
  )
}
