import { proxy } from 'valtio'

/** Whether the gallery of snapshots and recordings is open. */
export const gallery = proxy({ isOpen: false })

export function openGallery(): void {
  gallery.isOpen = true
}

export function closeGallery(): void {
  gallery.isOpen = false
}
