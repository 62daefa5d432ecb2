import { Trans } from '@lingui/react/macro'
import type { PluginState } from '#contract/core-api.ts'

export type UnloadedReason = Exclude<Extract<PluginState, { kind: 'unloaded' }>['reason'], 'not-tried'>

/** Why the plugin is not used, and what can be done about it. */
export function PluginReason({ reason }: { reason: UnloadedReason }) {
  switch (reason) {
    case 'permission-needed':
      return (
        <Trans>The browser will ask whether this page may reach apps on this computer. Allow it, so that the plugin can be used.</Trans>
      )
    case 'denied':
      return (
        <Trans>
          The browser blocks apps on this computer for this page. Allow them in the browser’s settings of this site, then try again.
        </Trans>
      )
    case 'refused':
      return <Trans>The plugin does not accept this service. Whoever installed it has to add the address of this page to it.</Trans>
    case 'absent':
      return <Trans>No plugin was found. Start or install it, then try again; it is also looked for every half minute.</Trans>
  }
}
