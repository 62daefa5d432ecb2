import { useLingui } from '@lingui/react/macro'
import IconBadgeHd from '@tabler/icons-react/dist/esm/icons/IconBadgeHd.mjs'
import type { StreamKind } from '#contract/enums.ts'
import { pinStream } from '../wall/wall-store.ts'
import { ToolChoices, type ToolProps } from './tool.tsx'

/** Holds the main or the sub stream, or lets the window choose by its size. */
export function StreamTool({ cell, channelRef }: ToolProps) {
  const { t } = useLingui()
  const choices: Record<StreamKind | 'auto', string> = { auto: t`By size`, main: t`Main`, sub: t`Sub` }
  return (
    <ToolChoices
      label={t`Stream`}
      icon={IconBadgeHd}
      value={channelRef.stream ?? 'auto'}
      choices={choices}
      onChoose={(stream) => pinStream(cell, stream === 'auto' ? undefined : stream)}
    />
  )
}
