type Set<State> = (next: State | ((before: State) => State)) => void;
type Effect = () => void | (() => void);

export function useState<State>(initial: State | (() => State)): [State, Set<State>];
export function useReducer<State, Action>(reducer: (state: State, action: Action) => State, initial: State): [State, (action: Action) => void];
export function useEffect(effect: Effect, inputs?: readonly unknown[]): void;
export function useLayoutEffect(effect: Effect, inputs?: readonly unknown[]): void;
export function useMemo<Value>(make: () => Value, inputs?: readonly unknown[]): Value;
export function useCallback<Callback extends Function>(callback: Callback, inputs?: readonly unknown[]): Callback;
export function useRef<Value>(initial: Value): { current: Value };
