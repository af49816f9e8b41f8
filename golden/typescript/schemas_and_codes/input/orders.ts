import { z } from "zod";
import * as v from "valibot";

export class OrderError extends Error {
  constructor(readonly code: string, message: string) {
    super(message);
  }
}

export class LateError extends OrderError {
  constructor() {
    super("E_LATE", "late");
  }
}

export const Order = z
  .object({
    id: z.string().regex(/^[A-Z]{2}\d{6}$/),
    lines: z.array(z.object({ item: z.string().min(1), count: z.number().int().positive() })).max(20),
    note: z.string().max(200).optional(),
    country: z.enum(["DE", "AT", "FR"]).default("DE"),
    weight: z.number().nonnegative().lte(31_500),
    express: z.coerce.boolean(),
  })
  .strict()
  .refine((order) => !order.express || order.weight <= 5_000, { message: "too heavy" })
  .transform((order) => {
    const hidden = order.lines.length;
    return { ...order, hidden };
  });

export const Slot = v.pipe(v.string(), v.check((text) => text !== "never", "no slot"));

/** Hours by weekday, 0 is Sunday. */
export const HOURS = {
  0: [],
  1: [8, 18],
  2: [8, 18],
  3: [8, 18],
  4: [8, 20],
  5: [8, 18],
  6: [9, 13],
} as const satisfies Record<number, readonly number[]>;

export const handlers = {
  first: 1,
  second: 2,
  third: 3,
  fourth: 4,
  fifth: 5,
  sixth: 6,
  seventh: 7,
};

export function place(raw: unknown): z.infer<typeof Order> {
  if (raw === null) throw new OrderError("E_EMPTY", "nothing");
  if (raw === undefined) throw Object.assign(new OrderError("E_NONE", "none"), { code: "E_NONE" });
  return Order.parse(raw);
}
