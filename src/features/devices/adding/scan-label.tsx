import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { parseLabel, type DeviceLabel } from '#contract/device-label.ts'
import { readQr } from '../../../lib/read-qr.ts'
import { DropZone } from '../../../ui/controls/drop-zone.tsx'
import forms from '../../../ui/form/form.module.css'
import classes from './adding.module.css'

/** A code is held before the camera for longer; more often would only warm the telephone. */
const LOOK_MS = 200

type Camera = 'asking' | 'on' | 'none' | 'refused'
type Trouble = 'no-code' | 'no-label' | 'no-picture'

/** Reads the QR code of a device's label: with the camera of this machine, or from a picture that is chosen, dropped or pasted. */
export function ScanLabel({ onLabel }: { onLabel: (label: DeviceLabel) => void }) {
  const { t } = useLingui()
  const [trouble, setTrouble] = useState<Trouble>()
  function hear(text: string | undefined) {
    const label = text === undefined ? undefined : parseLabel(text)
    if (label !== undefined) onLabel(label)
    else setTrouble(text === undefined ? 'no-code' : 'no-label')
  }
  async function open(file: File) {
    setTrouble(undefined)
    const picture = await createImageBitmap(file).catch(() => undefined)
    if (picture === undefined) return setTrouble('no-picture')
    const text = await readQr(picture)
    picture.close()
    hear(text)
  }
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const file = [...(event.clipboardData?.files ?? [])].find(({ type }) => type.startsWith('image/'))
    if (file === undefined) return
    event.preventDefault()
    void open(file)
  })
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => paste(event)
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  }, [])
  return (
    <div className={classes['scan']}>
      <CameraView onText={hear} />
      <DropZone
        accept="image/*"
        label={t`Picture of the label`}
        button={<Trans>Choose a picture</Trans>}
        onFile={(file) => void open(file)}
      />
      {trouble !== undefined && (
        <p className={forms['trouble']} role="alert">
          {trouble === 'no-picture' && <Trans>This is no picture that the browser can show.</Trans>}
          {trouble === 'no-code' && (
            <Trans>There is no QR code in the picture, or it is too small or blurred. Take it from nearer, in good light.</Trans>
          )}
          {trouble === 'no-label' && (
            <Trans>This QR code does not hold the serial number of a device. Look for the label on the device itself.</Trans>
          )}
        </p>
      )}
    </div>
  )
}

/** What the camera sees, until a code is in it. Another code than that of a label is told once, and it looks on. */
function CameraView({ onText }: { onText: (text: string) => void }) {
  const { t } = useLingui()
  const video = useRef<HTMLVideoElement>(null)
  const [camera, setCamera] = useState<Camera>('asking')
  const hear = useEffectEvent(onText)
  useEffect(() => {
    let isOver = false
    let stream: MediaStream | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let last: string | undefined
    async function look() {
      const element = video.current
      const text = element === null || element.readyState < element.HAVE_CURRENT_DATA ? undefined : await readQr(element)
      if (isOver) return
      if (text !== undefined && text !== last) {
        last = text
        hear(text)
      }
      timer = setTimeout(() => void look(), LOOK_MS)
    }
    async function begin() {
      if (navigator.mediaDevices === undefined) return setCamera('none')
      try {
        // The one that looks away from the face, where there are two.
        stream = await navigator.mediaDevices.getUserMedia({ audio: false, video: { facingMode: 'environment', width: { ideal: 1280 } } })
      } catch (error) {
        if (!isOver) setCamera(error instanceof DOMException && error.name === 'NotAllowedError' ? 'refused' : 'none')
        return
      }
      const element = video.current
      if (isOver || element === null) return stream.getTracks().forEach((track) => track.stop())
      element.srcObject = stream
      await element.play().catch(() => undefined)
      setCamera('on')
      void look()
    }
    void begin()
    return () => {
      isOver = true
      clearTimeout(timer)
      stream?.getTracks().forEach((track) => track.stop())
    }
  }, [])
  return (
    <>
      <video
        ref={video}
        className={classes['camera']}
        hidden={camera === 'none' || camera === 'refused'}
        muted
        playsInline
        aria-label={t`What the camera sees`}
      />
      <p className={classes['hint']} role="status">
        {camera === 'asking' && <Trans>Allow the camera, then hold it in front of the QR code on the label.</Trans>}
        {camera === 'on' && <Trans>Hold the camera in front of the QR code on the label.</Trans>}
        {camera === 'none' && <Trans>No camera was found. Choose a picture of the label instead, drop it here or paste it.</Trans>}
        {camera === 'refused' && (
          <Trans>The camera is not allowed for this site. Allow it in the browser, or choose a picture of the label instead.</Trans>
        )}
      </p>
    </>
  )
}
