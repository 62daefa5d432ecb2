import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { brandingQuery } from '../../data/organization/branding.ts'
import { Entrance } from '../../ui/page/entrance.tsx'

/** The page around everything of this folder. */
export function JoinPage({ title, children }: { title: ReactNode; children: ReactNode }) {
  const { data: branding } = useQuery(brandingQuery)
  return (
    <Entrance brand={branding} title={title}>
      {children}
    </Entrance>
  )
}
