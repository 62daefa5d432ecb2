import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { lazy, type ComponentType } from 'react'
import type { deviceDetail } from '#contract/calls/device/device-detail.ts'
import type { OutputOf } from '#contract/define-call.ts'

export type DeviceDetail = OutputOf<typeof deviceDetail>

/** What a section is given. Its device is online and can do it. */
export interface SectionProps {
  detail: DeviceDetail
}

interface Section {
  name: MessageDescriptor
  /** One of the device's commands, which says that it has these settings; none where they are the service's. */
  needs: readonly string[]
  Part: ComponentType<SectionProps>
}

/** The sections of a device's settings, in their order. Those that a device cannot are shown as missing. */
export const sections = {
  general: {
    name: msg`General`,
    needs: ['general-get'],
    Part: lazy(() => import('./general-section.tsx').then(({ GeneralSection }) => ({ default: GeneralSection }))),
  },
  camera: {
    name: msg`Picture and sound`,
    needs: ['camera-get'],
    Part: lazy(() => import('./camera/camera-section.tsx').then(({ CameraSection }) => ({ default: CameraSection }))),
  },
  network: {
    name: msg`Network`,
    needs: ['network-get'],
    Part: lazy(() => import('./network-section.tsx').then(({ NetworkSection }) => ({ default: NetworkSection }))),
  },
  notify: {
    name: msg`Notification`,
    needs: [],
    Part: lazy(() => import('./notify-section.tsx').then(({ NotifySection }) => ({ default: NotifySection }))),
  },
  recording: {
    name: msg`Recording`,
    needs: ['record-set'],
    Part: lazy(() => import('./recording-section.tsx').then(({ RecordingSection }) => ({ default: RecordingSection }))),
  },
  storage: {
    name: msg`Storage`,
    needs: ['storage-info', 'sd-status'],
    Part: lazy(() => import('./storage-section.tsx').then(({ StorageSection }) => ({ default: StorageSection }))),
  },
  maintenance: {
    name: msg`Maintenance`,
    needs: ['reboot', 'upgrade', 'log-collect'],
    Part: lazy(() => import('./maintenance-section.tsx').then(({ MaintenanceSection }) => ({ default: MaintenanceSection }))),
  },
} as const satisfies Record<string, Section>

export type SectionId = keyof typeof sections
export const sectionIds = Object.keys(sections) as SectionId[]
