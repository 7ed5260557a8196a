import { useSyncExternalStore } from "react"
import { read, write } from "#web/app/storage.ts"

/** The tone: hertz, seconds, and volume (0 to 1). */
const sound = { frequency: 330, length: 0.16, gain: 0.2 } as const

let context: AudioContext | undefined
const listeners = new Set<() => void>()

const isOn = (): boolean => read("scanTone") !== "off"

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** A short tone for a failed scan, because the person scanning looks at the box and not at the screen. */
export const scanTone = {
  /** Plays the tone once unless it is turned off. */
  play: (): void => {
    if (!isOn()) return
    context ??= new AudioContext()
    // Browsers block audio until the first key press; a scan counts as one.
    if (context.state === "suspended") void context.resume()
    const oscillator = context.createOscillator()
    const volume = context.createGain()
    const end = context.currentTime + sound.length
    oscillator.type = "square"
    oscillator.frequency.value = sound.frequency
    volume.gain.value = sound.gain
    oscillator.connect(volume).connect(context.destination)
    oscillator.start()
    oscillator.stop(end)
  },
  /** Turns the tone on or off and stores the setting. */
  toggle: (): void => {
    write("scanTone", isOn() ? "off" : null)
    for (const listener of listeners) listener()
  }
}

/** Whether the tone is on. */
export const useScanTone = (): boolean => useSyncExternalStore(subscribe, isOn)
