import { useLingui } from '@lingui/react/macro'
import { useId, type ReactNode } from 'react'
import type { LowerRole } from '#contract/calls/people/invitation.ts'
import { Select } from '../../ui/controls/select.tsx'
import { named } from '../../ui/text/joined.ts'
import { roleNames } from '../../ui/text/role-names.ts'
import { useNarrow } from '../../ui/page/use-narrow.ts'
import { lowerRoles } from './assignments.ts'

interface RoleRowProps {
  name: string
  /** Stands in the first cell instead of the name alone. */
  children?: ReactNode
  /** What having no role of its own means here. */
  none: string
  role: LowerRole | 'mixed' | undefined
  /** What holds while there is no role of its own. */
  inherited?: LowerRole
  isChannel?: boolean
  isDisabled?: boolean
  onChange: (role: LowerRole | undefined) => void
}

/** One row of the matrix: a group of radio buttons, or on narrow screens a choice. */
export function RoleRow(props: RoleRowProps) {
  const isNarrow = useNarrow()
  const { name, children = name, isChannel } = props
  return (
    <tr data-channel={isChannel}>
      <th scope="row">{children}</th>
      {isNarrow ? <ChoiceCell {...props} /> : <RadioCells {...props} />}
    </tr>
  )
}

function RadioCells({ name, none, role, inherited, isDisabled, onChange }: RoleRowProps) {
  const { i18n } = useLingui()
  const group = useId()
  return [...lowerRoles, undefined].map((choice) => {
    const roleName = choice === undefined ? none : i18n._(roleNames[choice])
    return (
      <td key={choice ?? 'none'} data-inherited={choice !== undefined && role === undefined && choice === inherited}>
        <label>
          <input
            type="radio"
            name={group}
            aria-label={named(name, roleName)}
            checked={role === choice}
            disabled={isDisabled}
            onChange={() => onChange(choice)}
          />
        </label>
      </td>
    )
  })
}

function ChoiceCell({ name, none, role, isDisabled, onChange }: RoleRowProps) {
  const { t, i18n } = useLingui()
  return (
    <td>
      <Select
        aria-label={t`Role: ${name}`}
        value={role ?? ''}
        disabled={isDisabled}
        data={[
          ...(role === 'mixed' ? [{ value: 'mixed', label: t`Different`, disabled: true }] : []),
          ...lowerRoles.map((value) => ({ value, label: i18n._(roleNames[value]) })),
          { value: '', label: none },
        ]}
        onChange={({ currentTarget }) => onChange(lowerRoles.find((known) => known === currentTarget.value))}
      />
    </td>
  )
}
