import type { ComponentProps } from 'react'
import { OnlineButton } from '../../ui/controls/online-button.tsx'
import { useAction } from '../../ui/form/use-action.ts'
import classes from './stations.module.css'

/**
 * A button that has something done, and shows that it is under way and why it was not done. Each press counts: those of one button are done one after
 * the other, and none waits for another button. `isOnce`: a press while it is under way was a double click, and counts for none.
 */
export function ActionButton({
  onPress,
  isOnce = false,
  ...button
}: Omit<ComponentProps<typeof OnlineButton>, 'onClick'> & { onPress: () => Promise<void>; isOnce?: boolean }) {
  const { run, runInTurn, isBusy, trouble } = useAction()
  const press = isOnce ? run : runInTurn
  return (
    <>
      <OnlineButton {...button} aria-busy={isBusy} onClick={() => void press(onPress)} />
      {trouble && (
        <p role="alert" className={classes['trouble']}>
          {trouble}
        </p>
      )}
    </>
  )
}
