import '@mantine/dropzone/styles.layer.css'
import { Dropzone } from '@mantine/dropzone'
import { Trans } from '@lingui/react/macro'
import { useRef } from 'react'
import { Button } from './button.tsx'
import type { DropZoneProps } from './drop-zone.tsx'
import classes from './drop-zone.module.css'

/** What `DropZone` is once it is loaded. */
export function DropArea({ accept, label, button, isDisabled = false, onFile, children }: DropZoneProps) {
  const open = useRef<() => void>(null)
  return (
    <div
      className={classes['around']}
      // Text that is dropped on a field the browser puts in by itself.
      onDropCapture={(event) => {
        if (!event.dataTransfer.types.includes('Files')) event.stopPropagation()
      }}
    >
      <Dropzone
        className={classes['zone'] ?? ''}
        openRef={open}
        // The button does it.
        activateOnClick={false}
        activateOnKeyboard={false}
        enablePointerEvents
        multiple={false}
        disabled={isDisabled}
        inputProps={{ accept, 'aria-label': label, style: { display: 'none' } }}
        onDrop={() => undefined}
        onDropAny={([taken], [refused]) => {
          const file = taken ?? refused?.file
          if (file) onFile(file)
        }}
      >
        {children}
        <div className={classes['ask']}>
          <Button variant="default" disabled={isDisabled} onClick={() => open.current?.()}>
            {button}
          </Button>
          <span className={classes['words']}>
            <Trans>or drop it here</Trans>
          </span>
        </div>
      </Dropzone>
    </div>
  )
}
