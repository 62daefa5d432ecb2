import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { userQuery, usersQuery } from '../../data/organization/users.ts'
import { ComboBox } from '../../ui/controls/combo-box.tsx'

/** As many as are looked through at a glance; who is not among them is found by more of the name. */
const SHOWN = 20

interface PersonChoiceProps {
  isLabelShown?: boolean
  /** What is there while nobody is chosen. */
  nobody: string
  userId: string | undefined
  /** Whom not to offer. */
  exceptId?: string
  onChoose: (person: { userId: string; name: string } | undefined) => void
}

/** One of the organization's people, however many they are. */
export function PersonChoice({ isLabelShown, nobody, userId, exceptId, onChoose }: PersonChoiceProps) {
  const { t } = useLingui()
  const [search, setSearch] = useState('')
  const { data } = useQuery(usersQuery({ pageNum: 1, pageSize: SHOWN, ...(search !== '' && { search }) }))
  const { data: known } = useQuery({ ...userQuery(userId ?? ''), enabled: userId !== undefined })
  const toOption = (person: { userId: string; alias: string; email: string }) => ({
    value: person.userId,
    label: person.alias || person.email,
  })
  const found = (data?.users ?? []).filter((person) => person.userId !== exceptId).map(toOption)
  const chosen = userId === undefined ? undefined : (found.find(({ value }) => value === userId) ?? (known && toOption(known.user)))
  return (
    <ComboBox
      label={t`Person`}
      isLabelShown={isLabelShown ?? false}
      placeholder={nobody}
      nothingFound={t`Nobody of that name`}
      chosen={chosen}
      found={found}
      onSearch={setSearch}
      onChoose={(value) => {
        const person = found.find((option) => option.value === value)
        onChoose(person && { userId: person.value, name: person.label })
      }}
    />
  )
}
