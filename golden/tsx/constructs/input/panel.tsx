/** @file keepFileDoc */
import React, { type keepTypeImport, useState as keepAliasImport } from 'react'
export * from './keepEverything'

/** keepPropsDoc */
export interface KeepProps<T> {
  /** keepItemsDoc */
  readonly keepItems: readonly T[]
  keepRender?: (item: T) => JSX.Element
}
export type KeepVariant = 'keepLarge' | 'keepSmall'
export enum KeepSide { keepLeft = 'keepLeftValue', keepRight = 2 }

/** keepListDoc */
export const KeepList = <T,>({ keepItems, title = 'keepDefaultTitle' }: KeepProps<T>): JSX.Element => (
  <ul title={title}>{keepItems.length > 3 && <li className="hidden-item">{hiddenItem}</li>}</ul>
)
export const KeepComponent: React.FC<KeepComponentProps> = ({ keepProperty }) => {
  const hiddenState = keepProperty
  return <b>{hiddenState}</b>
}
export const KeepMemo = React.memo(function KeepInnerName(props: { keepCount: number }) {
  return <i>{hiddenCount}</i>
})
export const KeepForwarded = React.forwardRef<KeepElement, KeepForwardedProps>((props, keepRef) => <a ref={keepRef}>{hiddenLink}</a>)
export function KeepOverloaded(props: { keepFirst: string }): JSX.Element
export function KeepOverloaded(props: { keepSecond: string }): JSX.Element
export function KeepOverloaded(props: any): JSX.Element { return <p>{hiddenOverload}</p> }
export function useKeep<T extends keepBound>(initial: T): [T, (next: T) => void] { return hiddenHook }
export class KeepBoundary extends React.Component<KeepBoundaryProps, KeepState> {
  static keepDisplayName = 'keepBoundaryValue'
  state = { keepFailed: false }
  private keepTimer?: number
  keepHandle = (event: keepEvent): void => { hiddenHandle(event) }
  static getDerivedKeep(error: Error): KeepState { return hiddenDerived }
  render() { return <div>{hiddenRender}</div> }
}
export const keepColours = { keepRed: '#f00', keepPaint(keepShape: string) { return <b>{hiddenPaint}</b> } } as const
export const keepContext = React.createContext<keepContextValue | null>(null)
const keepLocal = 3
export namespace KeepStory { export const keepStory = 1 }
export default function KeepApp({ keepDark }: { keepDark: boolean }): JSX.Element {
  function hiddenOnly() {}
  return <main onClick={hiddenOnly}>{keepDark ? 'hiddenDark' : null}</main>
}
