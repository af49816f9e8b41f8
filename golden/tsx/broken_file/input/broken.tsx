export const Before = ({ a }: { a: string }) => <b>{a}</b>

export function Broken(props: { a: string ) {
  return <b>

export interface After {
  name: string
}

export class Last {
  run(): void {}
}
