import { KeyedQueue } from '../runtime/keyed-queue.ts'
import type { ResourceNews } from '../push/resource-news.ts'
import { ArchiveGrowth } from './archive-growth.ts'
import { DeviceHealth } from './device-health.ts'
import { Health } from './health.ts'
import { StreamDrops } from './stream-drops.ts'

/** The system's health, and what it is found out by. */
export interface HealthServices {
  readonly health: Health
  readonly deviceHealth: DeviceHealth
  readonly archiveGrowth: ArchiveGrowth
  readonly streamDrops: StreamDrops
}

type Parts = Omit<ConstructorParameters<typeof DeviceHealth>[0], 'queue' | 'onChange'> &
  Omit<ConstructorParameters<typeof Health>[0], 'archiveGrowth'> &
  ConstructorParameters<typeof ArchiveGrowth>[0] & { news: ResourceNews }

export function createHealth(parts: Parts): HealthServices {
  const archiveGrowth = new ArchiveGrowth(parts)
  const onChange = (organizationId: string) => void parts.news.tell(organizationId, 'health')
  return {
    archiveGrowth,
    health: new Health({ ...parts, archiveGrowth }),
    deviceHealth: new DeviceHealth({ ...parts, queue: new KeyedQueue(), onChange }),
    streamDrops: new StreamDrops({ ...parts, onChange }),
  }
}
