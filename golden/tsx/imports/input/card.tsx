export interface CardProps {
  title: string
}
export const Card = ({ title }: CardProps): JSX.Element => <h1>{title}</h1>
export const NotAsked = () => null
