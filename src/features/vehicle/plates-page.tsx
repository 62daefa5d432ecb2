import { useSearch } from '@tanstack/react-router'
import { Mantine } from '../../ui/theme/mantine.tsx'
import { GroupPage } from './group-page.tsx'
import { GroupsPage } from './groups-page.tsx'

/** The plate database: its groups, or the plates of the one that the address names. */
export function PlatesPage() {
  const { group } = useSearch({ from: '/_home/vehicle/plates' })
  return <Mantine>{group === undefined ? <GroupsPage /> : <GroupPage key={group} groupId={group} />}</Mantine>
}
