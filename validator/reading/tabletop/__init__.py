"""Games played in Tabletop Simulator with our recorder, read as the commands of the game's module.

save -> log (`recorded`) -> entries (`entries`) -> places (`places`) -> commands (`lowering`).
"""
