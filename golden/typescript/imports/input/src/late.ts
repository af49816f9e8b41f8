export const now = (): string => '';
