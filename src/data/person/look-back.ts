import { useQuery } from '@tanstack/react-query'
import { rolesQuery } from './roles.ts'

/** Whether the person may look at what any camera has recorded. Undefined until the service has said so. */
export function useMayLookBack(): boolean | undefined {
  const { data } = useQuery(rolesQuery)
  return data?.rights.includes('playback')
}
