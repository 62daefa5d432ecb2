/** Why a picture cannot float: the browser has no such window, or this picture is none that it takes there. */
export class NoFloating extends Error {}

/** The picture of a window in a small one of the system's, which stays over all other windows: the browser's picture-in-picture. */
export class Floating {
  readonly #element: HTMLElement

  /** `onChange` hears when the picture begins or ends to float, by whoever's hand. */
  constructor(element: HTMLElement, onChange: () => void) {
    this.#element = element
    element.addEventListener('enterpictureinpicture', onChange)
    element.addEventListener('leavepictureinpicture', () => {
      if (!(element instanceof HTMLVideoElement)) return
      element.disablePictureInPicture = true
      // Who closes the small window pauses the picture with it.
      void element.play().catch(() => undefined)
      onChange()
    })
  }

  /** False where the browser cannot do it, or draws the pictures on a canvas. */
  get isPossible(): boolean {
    return 'requestPictureInPicture' in this.#element && document.pictureInPictureEnabled
  }

  get isOn(): boolean {
    return document.pictureInPictureElement === this.#element
  }

  /** On a press only. Fails with `NoFloating` while there is no picture, or when the browser refuses. */
  async begin(): Promise<void> {
    if (!(this.#element instanceof HTMLVideoElement)) throw new NoFloating()
    // The browser offers it nowhere by itself.
    this.#element.disablePictureInPicture = false
    try {
      await this.#element.requestPictureInPicture()
    } catch (error) {
      this.#element.disablePictureInPicture = true
      throw new NoFloating('', { cause: error })
    }
  }

  end(): void {
    if (this.isOn) document.exitPictureInPicture().catch(() => undefined)
  }
}
