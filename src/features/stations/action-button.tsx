import type { ComponentProps } from 'react'
import { OnlineButton } from '../../ui/controls/online-button.tsx'
import { useAction } from '../../ui/form/use-action.ts'
import classes from './stations.module.css'

/**
 * A button that has something done, and shows that it is under way and why it was not done. Each press counts: those of one button are done one after
 * the other, and none waits for another button.
 */
export function ActionButton({
  onPress,
  ...button
}: Omit<ComponentProps<typeof OnlineButton>, 'onClick'> & { onPress: () => Promise<void> }) {
  const { runInTurn, isBusy, trouble } = useAction()
  return (
    <>
      <OnlineButton {...button} aria-busy={isBusy} onClick={() => void runInTurn(onPress)} />
      {trouble && (
        <p role="alert" className={classes['trouble']}>
          {trouble}
        </p>
      )}
    </>
  )
}
